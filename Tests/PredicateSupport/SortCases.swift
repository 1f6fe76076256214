/// Orders of the ``World`` and their right answers.
///
/// A line is a name, an entity, the sort keys and the records in order; where only some are sorted,
/// those, in the order in which they come.
package enum SortCases {
  package static let lines = #"""
    ["sort-01", "entry", "mood, id", "e07 e10 e11 e12 e09 e04 e05 e03 e13 e01 e08 e14 e02 e06"]
    ["sort-02", "entry", "mood desc, id", "e02 e06 e01 e08 e14 e03 e13 e04 e05 e09 e12 e11 e07 e10"]
    ["sort-05", "entry", "rating, id", "e04 e10 e11 e09 e07 e05 e12 e03 e02 e08 e01 e14 e13 e06"]
    ["sort-06", "entry", "rating desc, mood, id", "e06 e13 e01 e14 e08 e02 e03 e12 e05 e07 e09 e11 e10 e04"]
    ["sort-07", "entry", "starred, id desc", "e10 e13 e11 e09 e07 e04 e03 e02 e14 e12 e08 e06 e05 e01"]
    ["sort-08", "entry", "starred desc, creationTime", "e01 e05 e06 e08 e12 e14 e02 e03 e04 e07 e09 e11 e13 e10"]
    ["sort-10", "entry", "modifiedTime, creationTime", "e01 e03 e04 e05 e06 e08 e09 e10 e12 e14 e02 e07 e11 e13"]
    ["sort-16", "todo", "name desc compare", "t04 t05 t02 t03 t06 t07 t01 t08"]
    ["sort-18", "person", "firstName caseInsensitive, age desc", "p3 p1 p2 p5 p4 p6"]
    ["sort-19", "person", "firstName compare, age desc", "p1 p2 p5 p4 p6 p3"]
    ["sort-21", "person", "nickname desc compare, id", "p4 p1 p3 p5 p2 p6"]
    ["sort-22", "entry", "author.lastName compare, creationTime", "e09 e10 e02 e03 e11 e01 e04 e08 e13 e14 e05 e12 e06 e07"]
    ["sort-23", "entry", "author.age desc, creationTime", "e05 e12 e13 e14 e01 e04 e08 e02 e03 e11 e06 e07 e09 e10"]
    ["sort-25", "medium", "diaryEntry.creationTime desc, width, id", "m10 m11 m09 m08 m06 m07 m05 m04 m02 m01 m03 m12"]
    ["sort-26", "hero", "name compare, power desc", "h2 h4 h1 h5 h3"]
    ["sort-27", "hero", "secretIdentity compare, name compare", "h3 h2 h4 h1 h5"]
    ["sort-28", "hero", "power desc, power, id", "h2 h3 h1 h5 h4"]
    ["sort-29", "hero", "", "h1 h2 h3 h4 h5"]
    ["sort-30", "hero", "name compare, power", "h2 h4 h5 h1 h3"]
    ["sort-32", "todo", "name desc localizedStandard", "t05 t04 t06", "t04 t05 t06"]
    ["sort-33", "todo", "name localized", "t06 t05 t04", "t04 t05 t06"]
    ["sort-36", "medium", "caption localizedStandard, id", "m02 m09 m07 m11 m06 m05 m03 m04 m01 m10 m12 m08"]
    ["sort-38", "entry", "text localized", "e10 e09 e12 e14 e13 e06 e01 e04 e07", "e01 e04 e06 e07 e09 e10 e12 e13 e14"]
    ["sort-40", "entry", "media.@count desc, id", "e01 e06 e14 e02 e05 e08 e12 e03 e04 e07 e09 e10 e11 e13"]
    """#
}
