import JSON
import Testing

@Suite struct JSONNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("4", 4), ("-12", -12), ("9007199254740993", 9_007_199_254_740_993),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("4.0", nil), ("4e0", nil), ("4E2", nil), ("1.5", nil),
    ] as [(String, Int64?)])
  func `an int is a literal without fraction or exponent, in range`(
    literal: String, int: Int64?
  ) throws {
    #expect(try JSONParser.parse(literal).int == int)
    #expect(JSONNumber(literal: literal)?.int == int)
  }

  @Test(
    arguments: [
      ("4", 4), ("4.0", 4), ("-0", -0.0), ("1e2", 100), ("1E-2", 0.01), ("1e+2", 100),
      ("0.1", 0.1), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("1.7976931348623157e308", 1.7976931348623157e308),
      ("1e400", nil), ("-1e309", nil), ("9007199254740993", 9_007_199_254_740_992),
    ] as [(String, Double?)])
  func `a double is the nearest finite one`(literal: String, double: Double?) throws {
    let number = try #require(try JSONParser.parse(literal).number)
    #expect(number.double?.bitPattern == double?.bitPattern)
    #expect(number.literal == literal)
  }

  @Test(arguments: ["", "+1", "01", "-01", "1.", ".5", "1e", "0x1", "NaN", "inf", " 1", "1 ", "1a"])
  func `what the grammar does not allow is no number`(literal: String) {
    #expect(JSONNumber(literal: literal) == nil)
  }

  @Test(arguments: [
    (4.0, "4.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e20, "1e+20"), (.leastNonzeroMagnitude, "5e-324"),
    (1.0 / 3, "0.3333333333333333"), (9007199254740993.0, "9007199254740992.0"),
  ])
  func `a double prints in the fewest digits and never as an integer`(
    double: Double, literal: String
  ) throws {
    let number = JSONNumber(double)
    #expect(number.literal == literal)
    #expect(number.int == nil)
    #expect(try JSONParser.parse(number.literal).double == double)
  }

  @Test func `integers print in decimal`() {
    #expect(JSONNumber(Int64.min).literal == "-9223372036854775808")
    #expect(JSONNumber(UInt64.max).literal == "18446744073709551615")
    #expect(JSONNumber(UInt64.max).int == nil)
    #expect(JSONNumber(7).literal == "7")
  }

  @Test func `numbers are equal by their literals`() {
    #expect(JSONNumber(4) != JSONNumber(4.0))
    #expect(JSONNumber(literal: "4") == JSONNumber(4))
  }

  @Test func `a double that JSON cannot write becomes null`() {
    #expect(JSONValue(Double.nan) == .null)
    #expect(JSONValue(Double.infinity) == .null)
    #expect(JSONValue(2.5).double == 2.5)
  }

  @Test func `a number of a double that JSON cannot write traps`() async {
    await #expect(processExitsWith: .failure) { _ = JSONNumber(Double.nan) }
  }
}
