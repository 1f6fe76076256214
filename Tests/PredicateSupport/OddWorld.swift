/// Eight entries that are hard on a parser: quotes, escapes, both normal forms, keys that are
/// reserved words or no words at all.
package enum OddWorld {
  package static let schema = #"""
    {"note": {"id": "int", "title": "string", "body": "string", "date": "date", "tags": "stringList",
      "place": "string", "starred": "bool", "size": "int", "first": "string", "in": "string",
      "self": "string", "étrange": "string", "us.state": "string", "$type": "string"}}
    """#

  package static let records = #"""
    {"note": [
      {"id": 1, "title": "Tolland's farm", "body": "it's 100% done, 5*3=15?", "date": "2024-06-10T00:00:00+02:00", "tags": ["work"], "place": "Paris", "starred": true, "size": 3},
      {"id": 2, "title": "Say \"hi\"", "body": "", "date": "2024-06-10T23:59:30+02:00", "tags": [], "starred": false, "first": "x"},
      {"id": 3, "title": "café noir", "body": "naïve plan", "date": "2024-06-11T00:00:00+02:00", "tags": ["café", "work"], "place": "", "starred": false, "in": "x"},
      {"id": 4, "title": "cafe\u0301 noir", "body": "de\u0301ja\u0300 vu\nsecond line", "date": "2024-06-09T23:59:59+02:00", "tags": ["home"], "starred": false, "self": "x"},
      {"id": 5, "title": "İSTANBUL trip", "body": "STRASSE, ΟΔΟΣ", "date": "2024-01-01T12:00:00+00:00", "tags": ["travel", "home"], "place": "Işık", "starred": true, "étrange": "oui"},
      {"id": 6, "title": "istanbul", "body": "straße, οδος", "date": "1899-12-31T12:00:00+00:00", "tags": ["x'y"], "place": "ışık", "starred": false, "us.state": "CA"},
      {"id": 7, "title": "C:\\temp\\new", "body": "a.b [draft] (open ^$ +?*", "date": "2023-03-26T02:30:00+01:00", "tags": ["a%b"], "place": "100%", "starred": false, "$type": "LineString"},
      {"id": 8, "title": "", "body": "%@ %d %K %%", "date": "2038-01-20T00:00:00+00:00", "tags": ["work", "work"], "starred": false}
    ]}
    """#

  /// A line is a predicate, and the notes that match or null for an error.
  package static let questions = #"""
    ["body CONTAINS \"100%\"", [1]]
    ["place == \"100%\"", [7]]
    ["ANY tags CONTAINS \"%\"", [7]]
    ["body CONTAINS \"%@\"", [8]]
    ["body CONTAINS \"%d %K\"", [8]]
    ["body CONTAINS \"%%\"", [8]]
    ["body CONTAINS %@", null]
    ["title == %K", null]
    ["id IN {}", []]
    ["NOT (id IN {})", [1, 2, 3, 4, 5, 6, 7, 8]]
    ["id IN {3, 3, 99}", [3]]
    ["title IN {\"istanbul\", nil}", [6]]
    ["ALL tags IN {\"work\"}", [1, 2, 8]]
    ["ANY tags IN {}", []]
    ["NONE tags == \"work\"", [2, 4, 5, 6, 7]]
    ["ANY tags != \"work\"", [3, 4, 5, 6, 7]]
    ["NOT (ANY tags == \"work\")", [2, 4, 5, 6, 7]]
    ["tags.@count == 0", [2]]
    ["tags.@count == 2", [3, 5, 8]]
    ["title LIKE \"istanbu?\"", [6]]
    ["title LIKE \"*noir\"", [3, 4]]
    ["body LIKE \"a.b*\"", [7]]
    ["body LIKE \"a?b [draft]*\"", [7]]
    ["body LIKE \"*second line\"", [4]]
    ["body LIKE \"*5\\\\*3*\"", [1]]
    ["body LIKE \"*=15\\\\?\"", [1]]
    ["body LIKE \"*(open ^$ +*\"", [7]]
    ["title LIKE \"\"", [8]]
    ["title LIKE \"caf? noir\"", [3]]
    ["title LIKE \"????????\"", [2, 6]]
    ["title LIKE[c] \"tolland's*\"", [1]]
    ["title MATCHES \"*draft\"", null]
    ["title MATCHES \"(\"", null]
    ["title MATCHES \"[z-a]\"", null]
    ["title MATCHES \"istanbul\"", [6]]
    ["title MATCHES \"ist\"", []]
    ["title MATCHES \".*noir\"", [3, 4]]
    ["body MATCHES \".*second line\"", []]
    ["title MATCHES[c] \"ISTANBUL\"", [6]]
    ["title MATCHES \"\"", [8]]
    ["title MATCHES \"\\\\w+ noir\"", [3, 4]]
    ["#size == 3", [1]]
    ["size == 3", [1]]
    ["#in == \"x\"", [3]]
    ["#self == \"x\"", [4]]
    ["étrange == \"oui\"", [5]]
    ["#\"us.state\" == \"CA\"", [6]]
    ["#$type == \"LineString\"", [7]]
    ["#first == \"x\"", [2]]
    ["\"istanbul\" == title", [6]]
    ["3 < id", [4, 5, 6, 7, 8]]
    ["nosuchkey == 1", null]
    ["tags[FIRST] == \"work\"", [1, 8]]
    ["tags[SIZE] == 0", [2]]
    ["title CONTAINS \"café\"", [3, 4]]
    ["title CONTAINS \"cafe\u0301\"", [3, 4]]
    ["title == \"café noir\"", [3]]
    ["title CONTAINS \"cafe\"", []]
    ["title CONTAINS[d] \"cafe\"", [3, 4]]
    ["body CONTAINS[cd] \"DEJA VU\"", [4]]
    ["ANY tags == \"cafe\u0301\"", []]
    ["body CONTAINS[d] \"naive\"", [3]]
    ["title BEGINSWITH \"cafe\"", []]
    """#
}
