import CommandLineKit
import Foundation
import TestSupport
import Testing

/// What the tests know of the machine's zone database.
enum ZoneDatabase {
  static let directory = "/usr/share/zoneinfo"
  static let isPresent = FileManager.default.fileExists(atPath: "\(directory)/Europe/Berlin")
  static let zones = Zones.system { ["TZ": "UTC"][$0] }

  static func zone(_ name: String) throws -> Zone { try #require(zones.named(name)) }
}

/// Microseconds that a clock set to UTC shows as this text.
func local(_ text: String) throws -> Int64 { try InternetTime(text + "Z").localMicroseconds }

@Suite struct CivilDateTests {
  @Test(arguments: [
    ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2),
    ("2026-11-30", 20_787, 1),
    ("1898-08-01", -26_085, 1), ("0001-01-01", -719_162, 1), ("9999-12-31", 2_932_896, 5),
    ("1900-03-01", -25_508, 4), ("0000-03-01", -719_468, 3), ("-000001-12-31", -719_529, 5),
    ("+010000-01-01", 2_932_897, 6),
  ])
  func `days are counted by the proleptic Gregorian calendar`(
    text: String, days: Int, weekday: Int
  ) {
    let date = CivilDate(daysSince1970: days)
    #expect(date.description == text)
    #expect(date.daysSince1970 == days)
    #expect(date.weekday == weekday)
  }

  @Test func `every day of eight centuries follows the one before`() throws {
    var expected = try #require(CivilDate(year: 1599, month: 12, day: 31))
    let first = expected.daysSince1970
    for days in first...(first + 292_500) {
      let date = CivilDate(daysSince1970: days)
      #expect(date == expected)
      #expect(date.daysSince1970 == days)
      let lengths = [
        31, date.year % 4 == 0 && date.year % 100 != 0 || date.year % 400 == 0 ? 29 : 28,
      ]
      let length =
        date.month <= 2 ? lengths[date.month - 1] : [4, 6, 9, 11].contains(date.month) ? 30 : 31
      let next: (Int, Int, Int) =
        date.day < length
        ? (date.year, date.month, date.day + 1)
        : date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
      expected = try #require(CivilDate(year: next.0, month: next.1, day: next.2))
    }
  }

  @Test(arguments: [
    (2019, 2, 29), (1900, 2, 29), (2020, 13, 1), (2020, 0, 1), (2020, 4, 31), (2020, 1, 0),
  ])
  func `days that do not exist are none`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    ("2026-11-30", 2026, 49), ("2027-01-03", 2026, 53), ("2027-01-04", 2027, 1),
    ("2024-12-30", 2025, 1), ("2021-01-03", 2020, 53), ("2018-01-01", 2018, 1),
  ])
  func `weeks belong to the year of their Thursday`(text: String, year: Int, week: Int) throws {
    let days = try local("\(text)T00:00") / 86_400_000_000
    #expect(CivilDate(daysSince1970: Int(days)).week == (year, week))
  }

  @Test func `months are added by the calendar`() throws {
    let date = try #require(CivilDate(year: 2024, month: 1, day: 31))
    #expect(date.adding(months: 1).description == "2024-02-29")
    #expect(date.adding(months: 13).description == "2025-02-28")
    #expect(date.adding(months: -2).description == "2023-11-30")
    #expect(date.adding(months: -13).description == "2022-12-31")
    #expect(date.adding(months: 12 * 1000).description == "3024-01-31")
  }
}

@Suite struct ZoneTests {
  @Test(
    .enabled(if: ZoneDatabase.isPresent),
    arguments: [
      ("Europe/Berlin", -2_524_521_600, 3208), ("Europe/Berlin", -2_253_744_000, 3600),
      ("Europe/Berlin", -775_872_000, 10_800), ("Europe/Berlin", 1_774_745_999, 3600),
      ("Europe/Berlin", 1_774_746_000, 7200), ("Europe/Berlin", 1_792_889_999, 7200),
      ("Europe/Berlin", 1_792_890_000, 3600), ("Europe/Berlin", 4_118_083_200, 7200),
      ("Europe/Berlin", 4_133_977_200, 3600), ("Europe/Berlin", 253_386_403_200, 7200),
      ("America/New_York", -2_840_140_800, -17_762), ("America/New_York", -2_253_744_000, -18_000),
      ("America/New_York", 1_173_657_600, -14_400), ("America/New_York", 2_147_483_648, -18_000),
      ("America/New_York", 2_537_654_400, -14_400), ("America/New_York", 4_108_690_800, -14_400),
      ("America/New_York", 4_108_690_799, -18_000), ("Asia/Kolkata", -2_253_744_000, 19_270),
      ("Asia/Kolkata", 1_767_225_600, 19_800), ("Asia/Kolkata", 4_102_444_800, 19_800),
      ("Pacific/Auckland", 1_767_225_600, 46_800), ("Pacific/Auckland", 1_782_864_000, 43_200),
      ("Pacific/Auckland", 4_102_444_800, 46_800), ("Australia/Lord_Howe", 1_767_225_600, 39_600),
      ("Australia/Lord_Howe", 1_782_864_000, 37_800),
      ("Australia/Lord_Howe", 4_102_444_800, 39_600),
      ("Europe/Dublin", 1_767_225_600, 0), ("Europe/Dublin", 1_782_864_000, 3600),
      ("Europe/Dublin", 4_118_083_200, 3600), ("Europe/Dublin", 4_102_444_800, 0),
      ("Africa/Casablanca", 1_771_977_600, 0), ("Pacific/Apia", 1_325_235_600, -36_000),
      ("Pacific/Apia", 1_325_242_800, 50_400), ("Asia/Tehran", 247_190_400, 14_400),
      ("America/Sao_Paulo", 1_541_300_400, -7200), ("Asia/Gaza", 4_102_444_800, 7200),
      ("UTC", 0, 0),
    ] as [(String, Int64, Int)])
  func `files tell the offset at every instant`(name: String, second: Int64, offset: Int) throws {
    let zone = try ZoneDatabase.zone(name)
    #expect(zone.name == name)
    #expect(zone.offset(at: second * 1_000_000) == offset)
    #expect(zone.offset(at: second * 1_000_000 + 999_999) == offset)
  }

  @Test(
    .enabled(if: ZoneDatabase.isPresent),
    arguments: [
      // Gaps: the local time, the instant it is moved to, its offset, how far.
      ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30", 7200, 3600),
      ("Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00", 7200, 3600),
      ("Europe/Berlin", "2026-03-29T02:59:59.999999", "2026-03-29T01:59:59.999999", 7200, 3600),
      ("America/New_York", "2100-03-14T02:15", "2100-03-14T07:15", -14_400, 3600),
      ("Australia/Lord_Howe", "2026-10-04T02:10", "2026-10-03T15:40", 39_600, 1800),
      ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00", 50_400, 86_400),
      ("America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00", -7200, 3600),
      ("Asia/Gaza", "2100-03-27T02:30", "2100-03-27T00:30", 10_800, 3600),
    ] as [(String, String, String, Int, Int)])
  func `a time that the clock skipped is moved forward by the gap`(
    name: String, text: String, instant: String, offset: Int, gap: Int
  ) throws {
    let resolution = try ZoneDatabase.zone(name).resolve(local: local(text))
    #expect(resolution == .gap(instant: try local(instant), offset: offset, gap: gap))
    #expect(
      resolution.instant + Int64(offset) * 1_000_000 == (try local(text)) + Int64(gap) * 1_000_000)
  }

  @Test(
    .enabled(if: ZoneDatabase.isPresent),
    arguments: [
      ("Europe/Berlin", "2026-10-25T02:30", 7200, 3600),
      ("Europe/Berlin", "2026-10-25T02:00", 7200, 3600),
      ("Europe/Berlin", "2099-10-25T02:59:59", 7200, 3600),
      ("America/New_York", "2050-11-06T01:30", -14_400, -18_000),
      ("Australia/Lord_Howe", "2026-04-05T01:45", 39_600, 37_800),
      ("Europe/Dublin", "2026-10-25T01:30", 3600, 0),
      ("America/New_York", "1883-11-18T12:02", -17_762, -18_000),
    ] as [(String, String, Int, Int)])
  func `a time that the clock showed twice has two instants`(
    name: String, text: String, earlier: Int, later: Int
  ) throws {
    let time = try local(text)
    #expect(
      try ZoneDatabase.zone(name).resolve(local: time)
        == .overlap(
          earlier: time - Int64(earlier) * 1_000_000, earlierOffset: earlier,
          later: time - Int64(later) * 1_000_000, laterOffset: later))
  }

  @Test(
    .enabled(if: ZoneDatabase.isPresent),
    arguments: [
      ("Europe/Berlin", "2026-03-29T01:59:59.999999", 3600),
      ("Europe/Berlin", "2026-03-29T03:00", 7200),
      ("Europe/Berlin", "2026-10-25T01:59:59.999999", 7200),
      ("Europe/Berlin", "2026-10-25T03:00", 3600), ("Europe/Berlin", "1898-08-01T12:00", 3600),
      ("Europe/Berlin", "2100-12-31T23:59", 3600), ("Europe/Berlin", "9999-07-01T00:00", 7200),
      ("Europe/Berlin", "0001-01-01T00:00", 3208), ("Asia/Kolkata", "2026-06-01T00:00", 19_800),
      ("Australia/Lord_Howe", "2026-04-05T01:29", 39_600),
      ("Australia/Lord_Howe", "2026-04-05T02:00", 37_800),
      ("America/Sao_Paulo", "2019-02-17T00:00", -10_800),
    ] as [(String, String, Int)])
  func `other times have one instant`(name: String, text: String, offset: Int) throws {
    let time = try local(text)
    #expect(
      try ZoneDatabase.zone(name).resolve(local: time)
        == .one(instant: time - Int64(offset) * 1_000_000, offset: offset))
  }

  static let rules = [
    "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    "IST-1GMT0,M10.5.0,M3.5.0/1", "EET-2EEST,M3.4.4/50,M10.4.4/50",
    "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
    "XXX3EDT4,0/0,J365/23", "NZST-12NZDT,M9.5.0,M4.1.0/3", "UTC0", "<+01>-1",
  ]

  /// The law of a clock: what it shows at an instant leads back to that instant, and nothing else
  /// leads anywhere else.
  @Test(arguments: rules, [1, 2, 3] as [UInt64])
  func `what a clock shows leads back to the instant`(rule: String, seed: UInt64) throws {
    try checkLaw(of: try #require(Zone(posixRule: rule)), seed: seed)
  }

  @Test(
    .enabled(if: ZoneDatabase.isPresent),
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "Pacific/Apia",
      "Africa/Casablanca", "Asia/Gaza", "Antarctica/Troll", "Africa/Monrovia", "Asia/Manila",
      "America/Nuuk", "Asia/Kathmandu",
    ], [4, 5] as [UInt64])
  func `what a clock of the database shows leads back to the instant`(
    name: String, seed: UInt64
  ) throws {
    try checkLaw(of: try ZoneDatabase.zone(name), seed: seed)
  }

  private func checkLaw(of zone: Zone, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Half of the instants lie near changes of the offset, where faults hide.
    var instants: [Int64] = (0..<200).map { _ in
      Int64.random(in: -6_000_000_000...8_000_000_000, using: &random) * 1_000_000
    }
    for _ in 0..<200 {
      var low = Int64.random(in: -4_000_000_000...7_000_000_000, using: &random)
      var high = low + 15_552_000
      guard zone.offset(at: low * 1_000_000) != zone.offset(at: high * 1_000_000) else { continue }
      while high - low > 1 {
        let middle = (low + high) / 2
        if zone.offset(at: middle * 1_000_000) == zone.offset(at: low * 1_000_000) {
          low = middle
        } else {
          high = middle
        }
      }
      instants += [-1, 0, 1, -1800, 1800, -3600, 3599, 7200].map { (high + $0) * 1_000_000 }
    }
    for instant in instants {
      let offset = zone.offset(at: instant)
      let shown = instant + Int64(offset) * 1_000_000
      switch zone.resolve(local: shown) {
      case .one(let found, let foundOffset):
        #expect(found == instant)
        #expect(foundOffset == offset)
      case .overlap(let earlier, let earlierOffset, let later, let laterOffset):
        #expect(earlier < later)
        #expect([earlier, later].contains(instant))
        for (found, foundOffset) in [(earlier, earlierOffset), (later, laterOffset)] {
          #expect(zone.offset(at: found) == foundOffset)
          #expect(found + Int64(foundOffset) * 1_000_000 == shown)
        }
      case .gap:
        Issue.record("\(shown) was shown at \(instant), and is said to have been skipped")
      }
    }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    ("EST5EDT", "2026-03-08T06:59:59Z", -18_000), ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
    ("EST5EDT", "2026-11-01T06:00:00Z", -18_000), ("UTC0", "2026-01-01T00:00:00Z", 0),
    ("<+0545>-5:45", "2026-01-01T00:00:00Z", 20_700),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:30:00Z", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00Z", -14_400),
    ("AAA0BBB,J60/0,J300/0", "2024-02-29T12:00:00Z", 0),
    ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3600),
    ("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z", 3600),
    ("AAA0BBB,59/0,300/0", "2023-02-28T23:59:59Z", 0),
    ("AAA0BBB,M2.5.4/0,J300/0", "2024-02-29T00:00:00Z", 3600),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T00:00:00Z", 46_800),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-07-01T00:00:00Z", 43_200),
  ])
  func `POSIX rules tell the offset`(rule: String, text: String, offset: Int) throws {
    let zone = try #require(Zone(posixRule: rule))
    #expect(zone.offset(at: try local(String(text.dropLast()))) == offset)
  }

  @Test(arguments: [
    "", "C", "CET", "CE-1", "CET-", "CET-25", "CET-1:60", "CET-1CEST,M3.5.0",
    "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,366,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ", "<C>-1", "<CET-1", "No/Where",
    "CET-1CEST,M3.5.0;M10.5.0",
  ])
  func `what is no rule is refused`(text: String) {
    #expect(Zone(posixRule: text) == nil)
  }

  /// No damage to a file may trap or be taken for a zone with impossible offsets.
  @Test(.enabled(if: ZoneDatabase.isPresent), arguments: 0..<40 as Range<UInt64>)
  func `damaged files are refused or read, and never trap`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let path = "\(ZoneDatabase.directory)/Europe/Berlin"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Zone(name: nil, tzif: bytes) != nil)
    #expect(Zone(name: nil, tzif: []) == nil)
    for _ in 0..<200 {
      var damaged = bytes
      if random.below(2) == 0 { damaged.removeLast(1 + random.below(bytes.count)) }
      for _ in 0..<random.below(4) where !damaged.isEmpty {
        damaged[random.below(min(damaged.count, 1 + random.below(2500)))] = UInt8(random.below(256))
      }
      guard let zone = Zone(name: nil, tzif: damaged) else { continue }
      for instant in [Int64.min / 4, 0, 1_774_746_000_000_000, 4_118_083_200_000_000] {
        #expect(zone.offset(at: instant).magnitude < 26 * 3600)
        _ = zone.resolve(local: instant)
      }
    }
  }

  @Test(.enabled(if: ZoneDatabase.isPresent), arguments: [1, 8, 43, 44, 100, 1000, 2297])
  func `a file cut short is refused`(length: Int) throws {
    let path = "\(ZoneDatabase.directory)/Europe/Berlin"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Zone(name: nil, tzif: Array(bytes.prefix(min(length, bytes.count - 1)))) == nil)
  }

  @Test func `a file of version 1 has 32-bit times and no rule`() throws {
    var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
    for count in [0, 0, 0, 1, 2, 8] as [UInt8] { bytes += [0, 0, 0, count] }
    bytes += [0x60, 0, 0, 0]  // the transition, at 0x60000000
    bytes += [1]  // to the second kind
    bytes += [0, 0, 0x0E, 0x10, 0, 0] + [0xFF, 0xFF, 0xF1, 0xF0, 1, 4]  // +1 h, -1 h
    bytes += Array("AAA\0BBB\0".utf8)
    let zone = try #require(Zone(name: "Test/One", tzif: bytes))
    #expect(zone.name == "Test/One")
    #expect(zone.offset(at: (0x6000_0000 - 1) * 1_000_000) == 3600)
    #expect(zone.offset(at: 0x6000_0000 * 1_000_000) == -3600)
    #expect(zone.offset(at: 0x7000_0000 * 1_000_000) == -3600)
  }
}

@Suite(.enabled(if: ZoneDatabase.isPresent)) struct SystemZonesTests {
  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin", 3600), (":Europe/Berlin", "Europe/Berlin", 3600),
    ("/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata", 19_800), ("UTC", "UTC", 0),
    ("CET-1CEST,M3.5.0,M10.5.0/3", nil, 3600), ("<+03>-3", nil, 10_800), ("", "UTC", 0),
    (":", "UTC", 0),
  ])
  func `TZ names the local zone`(variable: String, name: String?, offset: Int) {
    let zones = Zones.system { ["TZ": variable][$0] }
    #expect(zones.local.name == name)
    #expect(zones.local.offset(at: 1_767_225_600_000_000) == offset)
    #expect(zones.note == nil)
  }

  @Test(arguments: [
    "No/Where", ":No/Where", "/etc/passwd", "../../etc/passwd", "Europe", "Berlin time",
  ])
  func `an unknown TZ gives UTC and says so`(variable: String) {
    let zones = Zones.system { ["TZ": variable][$0] }
    #expect(zones.local == .utc)
    #expect(zones.note?.contains("is not known; times are in UTC") == true)
  }

  @Test(arguments: [
    "../../../etc/localtime", "/etc/localtime", "", "Europe/", "europe berlin", "Europe", ".",
    "zone.tab",
  ])
  func `names that are none find nothing`(name: String) {
    #expect(ZoneDatabase.zones.named(name) == nil)
  }

  @Test func `another directory can be named`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: "\(ZoneDatabase.directory)/Asia/Tokyo", toPath: directory.file("Here"))
    let zones = Zones.system { ["TZ": "Here", "TZDIR": directory.path][$0] }
    #expect(zones.local.name == "Here")
    #expect(zones.local.offset(at: 0) == 32_400)
    #expect(zones.named("Asia/Tokyo") == nil)
    #expect(zones.named("UTC")?.offset(at: 0) == 0)
  }

  @Test func `without a database there is UTC`() throws {
    let directory = try TemporaryDirectory()
    let zones = Zones.system { ["TZDIR": directory.path, "TZ": "Europe/Berlin"][$0] }
    #expect(zones.local == .utc)
    #expect(zones.note != nil)
    #expect(zones.named("Etc/UTC")?.offset(at: 0) == 0)
  }
}
