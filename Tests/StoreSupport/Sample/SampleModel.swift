public import Daybook

/// The model that tests of the store are run over: every kind of relationship, rule and value that a
/// model can have, in as few entities as will hold them.
public enum SampleModel {
  /// The model as a file would hold it.
  public static let json = """
    {"entities": {
      "hero": {
        "attributes": {
          "name": {"type": "string", "required": true, "minLength": 1, "maxLength": 40},
          "age": {"type": "int", "min": 0, "max": 900},
          "power": {"type": "double", "min": -1},
          "alias": {"type": "string", "unique": true},
          "active": {"type": "bool", "default": true},
          "biography": {"type": "string", "search": true},
          "born": {"type": "date"},
          "marks": {"type": "stringList", "maxLength": 4}},
        "derived": {"letter": "firstLetter(name)", "teamTitle": "team.title"},
        "relationships": {
          "team": {"to": "team", "inverse": "members"},
          "mentor": {"to": "hero", "inverse": "students"},
          "students": {"to": "hero", "many": true, "inverse": "mentor"},
          "skills": {"to": "skill", "many": true, "inverse": "holders"},
          "gadgets": {"to": "gadget", "many": true, "inverse": "owner", "onDelete": "cascade"},
          "base": {"to": "base", "inverse": "resident"},
          "rival": {"to": "hero"}}},
      "villain": {
        "parent": "hero",
        "attributes": {"plan": {"type": "string"}}},
      "team": {
        "attributes": {
          "title": {"type": "string", "required": true},
          "rank": {"type": "int"}},
        "derived": {"size": "members.@count", "leagueName": "league.name"},
        "relationships": {
          "members": {"to": "hero", "many": true, "inverse": "team"},
          "league": {"to": "league", "inverse": "teams"}},
        "unique": [["title", "league"]]},
      "league": {
        "attributes": {"name": {"type": "string", "required": true}},
        "relationships": {
          "teams": {"to": "team", "many": true, "inverse": "league", "onDelete": "deny"}}},
      "gadget": {
        "attributes": {"label": {"type": "string", "required": true}},
        "relationships": {
          "owner": {"to": "hero", "inverse": "gadgets"},
          "whole": {"to": "gadget", "inverse": "parts"},
          "parts": {"to": "gadget", "many": true, "inverse": "whole", "onDelete": "cascade"}}},
      "skill": {
        "attributes": {"name": {"type": "string", "required": true}},
        "relationships": {"holders": {"to": "hero", "many": true, "inverse": "skills"}}},
      "base": {
        "attributes": {"place": {"type": "string", "required": true}},
        "relationships": {"resident": {"to": "hero", "inverse": "base"}}}}}
    """

  /// The model, parsed.
  public static func file() throws -> ModelFile { try ModelFile(parsing: json) }
}
