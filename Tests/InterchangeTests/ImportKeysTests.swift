import Interchange
import TestSupport
import Testing

@Suite struct ImportKeysTests {
  private let date = WallClock(year: 2020, month: 1, day: 2, hour: 3, minute: 4)

  private func key(_ date: WallClock?, _ text: String) -> String {
    var keys = ImportKeys()
    return keys.key(date: date, text: text)
  }

  /// Keys are kept in journals: another way to make them would double every later import.
  @Test func `keys are what they were`() {
    #expect(key(date, "Title\nbody") == "31383b3615d33856a8c5016d5c3ab235")
    #expect(key(nil, "") == "6e340b9cffb37a989ca544e6bb780a2c")
  }

  @Test func `what does not tell records apart has no part in a key`() {
    let plain = key(date, "Title\n\n  body [x]\n[2020-01-01] y")
    for same in [
      "Title  \n\n  body [x]\n[2020-01-01] y", "Title\n \t\n  body [x]\t\n[2020-01-01] y\n\n \n",
      "Title\r\n\r\n  body [x]\r\n[2020-01-01] y", "Title\n\n  body [x]\n [2020-01-01] y",
    ] {
      #expect(key(date, same) == plain)
    }
    var seconds = date
    seconds.hasSeconds = true
    #expect(key(seconds, "x") == key(date, "x"))
  }

  @Test func `every other difference makes another key`() {
    var offset = date
    offset.offsetSeconds = 3600
    var second = date
    (second.second, second.hasSeconds) = (1, true)
    let keys = [
      key(date, "x"), key(nil, "x"), key(offset, "x"), key(second, "x"),
      key(WallClock(year: 2020, month: 1, day: 2), "x"), key(date, "X"), key(date, " x"),
      key(date, "x\n\ny"), key(date, "x\ny"), key(date, "x y"), key(date, ""), key(date, "  [x"),
      key(date, "[x"), key(date, "\nx"), key(date, "é"), key(date, "e\u{301}"),
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func `records that agree are told apart by their number`() {
    var keys = ImportKeys()
    let first = keys.key(date: date, text: "same")
    let other = keys.key(date: date, text: "other")
    let second = keys.key(date: date, text: "same ")
    #expect(Set([first, other, second]).count == 3)
    #expect(second == "\(first)-2")
  }

  @Test func `two copies that went apart merge without doubles and without losses`() {
    let laptop = Reading(
      "[2020-01-01 10:00] Shared\nsame text\n\n[2020-01-02 10:00] Differs\nblue door\n\n"
        + "[2020-01-03 10:00] Laptop only\n")
    let desktop = Reading(
      "[2020-01-01 10:00] Shared\r\nsame text  \r\n\r\n[2020-01-02 10:00] Differs\r\ngreen door\r\n"
    )
    #expect(Set(laptop.keys + desktop.keys).count == 4)
    #expect(laptop.keys[0] == desktop.keys[0])
  }

  @Test func `another spelling of the dates brings nothing new`() {
    let spellings = [
      "[2020-01-13 10:00] a\n\n[2020-01-14 15:30] b *\n",
      "[13.01.2020 10:00] a\n\n[14.01.2020 15:30] b\n",
      "[2020-01-13 10:00:00 AM] a\n\n[2020-01-14 03:30:00 PM] b\n",
      "2020-01-13 10:00 a\n2020-01-14 15:30 b\n",
    ]
    #expect(Set(spellings.map { Reading($0).keys }).count == 1)
  }

  @Test func `an assumed date is no part of a key`() {
    let never = "[2019-02-29 08:00] never"
    #expect(
      Reading("[2020-01-01 10:00] a\n\n\(never)\n").keys[1]
        == Reading("[2020-01-02 10:00] b\n\n\(never)\n").keys[1])
    let first = Reading("loose\n\n[2020-01-13 10:00] a\n").keys[0]
    #expect(Reading("loose\n\n[2020-01-12 10:00] new\n\n[2020-01-13 10:00] a\n").keys[0] == first)
  }
}
