import Synchronization
import _FoundationICU

/// An ICU regular expression that is matched against whole texts, within a bound on its work.
///
/// Compiled once; matching is serialized by a lock, since ICU keeps the state of a match in the
/// compiled expression.
public final class RegularExpression: Sendable {
  /// Why a pattern could not be compiled.
  public struct InvalidPattern: Error, Sendable, Hashable {
    /// What ICU says of it, in words.
    public let reason: String
    /// How many UTF-16 units of the pattern come before the fault, where ICU knows.
    public let offset: Int?
  }

  /// The match needed more steps or more memory than it may take.
  ///
  /// It depends on pattern and text alone, never on the machine or its load.
  public struct LimitExceeded: Error, Sendable, Hashable {}

  private let compiled: Mutex<Compiled>

  /// Compiles a pattern.
  public init(_ pattern: String, isCaseInsensitive: Bool = false) throws(InvalidPattern) {
    compiled = Mutex(try Compiled(pattern, isCaseInsensitive: isCaseInsensitive))
  }

  /// Whether the expression matches the whole of `text`; `.` matches no line break.
  public func matches(_ text: String) throws(LimitExceeded) -> Bool {
    let units = Array(text.utf16)
    let answer = compiled.withLock { $0.matches(units) }
    guard let answer else { throw LimitExceeded() }
    return answer
  }
}

/// Owns what `uregex_open` gave.
@safe
private struct Compiled: ~Copyable {
  /// ICU counts 10,000 saved states as one, about 0.1 ms on the hardware of 2026, so that a pattern
  /// that explodes ends within a quarter of a second.
  ///
  /// It must not be much higher: from about 2,500 on, depending on the pattern, the ICU that ships
  /// with Foundation (76.1) gives up by itself, and answers that nothing matches.
  static let timeLimit: Int32 = 1_000
  /// For backtracking, in bytes.
  ///
  /// Enough for `(?:.|\n)*` over three million signs.
  static let stackLimit: Int32 = 64 << 20

  private let handle: OpaquePointer

  init(_ pattern: String, isCaseInsensitive: Bool) throws(RegularExpression.InvalidPattern) {
    // ICU takes an empty pattern for a programmer's mistake.
    let units = Array((pattern.isEmpty ? "(?:)" : pattern).utf16)
    var status = U_ZERO_ERROR
    var place = UParseError()
    let flags = isCaseInsensitive ? UInt32(UREGEX_CASE_INSENSITIVE.rawValue) : 0
    let handle = unsafe swift_uregex_open(units, Int32(units.count), flags, &place, &status)
    guard let handle = unsafe handle, status.rawValue <= U_ZERO_ERROR.rawValue else {
      throw RegularExpression.InvalidPattern(
        reason: Self.reason(for: status), offset: place.offset >= 0 ? Int(place.offset) : nil)
    }
    unsafe swift_uregex_setTimeLimit(handle, Self.timeLimit, &status)
    unsafe swift_uregex_setStackLimit(handle, Self.stackLimit, &status)
    unsafe self.handle = handle
  }

  deinit {
    unsafe swift_uregex_close(handle)
  }

  /// Nil where the match went beyond its bounds.
  func matches(_ units: [UInt16]) -> Bool? {
    var status = U_ZERO_ERROR
    // The text must outlive the match and no longer: it is set anew before every match. A trailing
    // zero gives the empty text an address too.
    let answer = unsafe (units + [0]).withUnsafeBufferPointer { buffer in
      unsafe swift_uregex_setText(handle, buffer.baseAddress, Int32(units.count), &status)
      return unsafe swift_uregex_matches(handle, -1, &status)
    }
    return status.rawValue > U_ZERO_ERROR.rawValue ? nil : answer != 0
  }

  private static func reason(for status: UErrorCode) -> String {
    switch status {
    case U_REGEX_RULE_SYNTAX: "it breaks the rules of ICU regular expressions"
    case U_REGEX_BAD_ESCAPE_SEQUENCE: "it has an unknown escape"
    case U_REGEX_PROPERTY_SYNTAX: "it names an unknown property"
    case U_REGEX_UNIMPLEMENTED: "it uses what ICU does not have"
    case U_REGEX_MISMATCHED_PAREN: "a parenthesis has no partner"
    case U_REGEX_NUMBER_TOO_BIG: "a number in it is too large"
    case U_REGEX_BAD_INTERVAL: "an interval {min,max} is wrong"
    case U_REGEX_MAX_LT_MIN: "an interval {min,max} ends before it begins"
    case U_REGEX_INVALID_BACK_REF: "it refers back to a group that is not there"
    case U_REGEX_INVALID_FLAG: "it sets an unknown flag"
    case U_REGEX_LOOK_BEHIND_LIMIT: "a look-behind has no greatest length"
    case U_REGEX_SET_CONTAINS_STRING: "a set holds a string"
    case U_REGEX_MISSING_CLOSE_BRACKET: "a bracket has no partner"
    case U_REGEX_INVALID_RANGE: "a range in a set runs backwards"
    case U_REGEX_INVALID_CAPTURE_GROUP_NAME: "a group's name is wrong"
    case U_REGEX_PATTERN_TOO_BIG: "it is too large"
    default: unsafe String(cString: swift_u_errorName(status))
    }
  }
}
