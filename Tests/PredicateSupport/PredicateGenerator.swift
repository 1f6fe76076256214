package import TestSupport

/// Makes predicates about entries of the ``World``, all of them right.
package struct PredicateGenerator {
  package var random: SplitMix64

  package init(random: SplitMix64) {
    self.random = random
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }

  package mutating func predicate(_ depth: Int) -> String {
    guard depth > 0 else { return comparison(0) }
    return switch random.below(7) {
    case 0: "NOT \(predicate(depth - 1))"
    case 1: "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
    case 2: "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
    case 3: "\(predicate(depth - 1)) AND \(comparison(depth - 1))"
    case 4: "\(comparison(depth - 1)) || !\(predicate(depth - 1))"
    default: comparison(depth)
    }
  }

  package mutating func comparison(_ depth: Int) -> String {
    let modifier = pick(["", "[c]", "[d]", "[cd]", "[n]"])
    return switch random.below(9) {
    case 0: "\(number(depth)) \(pick(["=", "!=", "<", ">=", "=<", "<>"])) \(number(depth))"
    case 1: "\(text(depth)) \(pick(["==", "!=", "<", "=>"]))\(modifier) \(text(depth))"
    case 2:
      "\(text(depth)) \(pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN"]))\(modifier) "
        + text(depth)
    case 3: "\(number(depth)) BETWEEN {\(number(0)), \(number(0))}"
    case 4:
      "\(pick(["ANY", "SOME", "ALL", "NONE"])) tags \(pick(["=", "LIKE"]))\(modifier) \(text(0))"
    case 5: "\(pick(["ANY", "ALL", "NONE"])) media.width \(pick(["<", "=", ">"])) \(number(depth))"
    case 6: "\(number(depth)) IN {\(number(0)), nil, \(number(0))}"
    case 7: "\(pick(["author", "modifiedTime", "text"])) \(pick(["=", "!="])) nil"
    default: "SUBQUERY(media, $m, $m.size > \(number(depth)) OR \(comparisonOfText())).@count > 0"
    }
  }

  private mutating func comparisonOfText() -> String { "$m.type = \(text(0))" }

  mutating func number(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick([
        "mood", "rating", "4", "-2.5", "0x10", "nil", "media.@count", "author.age", "YES",
      ])
    }
    return switch random.below(5) {
    case 0: "\(number(depth - 1)) \(pick(["+", "-", "*", "/", "**"])) \(number(depth - 1))"
    case 1: "(\(number(depth - 1)) \(pick(["+", "-", "*", "/"])) \(number(depth - 1)))"
    case 2: "-\(number(0))"
    case 3: "\(pick(["abs", "floor", "sqrt"]))(\(number(depth - 1)))"
    default: "media.@\(pick(["sum", "max", "min", "avg"])).#size"
    }
  }

  mutating func text(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick([
        "text", "author.lastName", "writer", "tags[FIRST]", "'a'", "'M*'", "\"it's\"", "'\\\\*'",
        "'e\u{301}'", "'STRASSE'", "''", "initial",
      ])
    }
    return pick(["lowercase(\(text(0)))", "day(creationTime)", "CAST(mood, 'NSString')", text(0)])
  }
}
