import CommandLineKit
import Testing

@Suite struct ConsoleTests {
  @Test func `output is gathered and flushed before messages`() throws {
    let recording = Recording()
    let console = recording.console()
    try console.write("one")
    #expect(recording.writes.isEmpty)
    try console.writeLine(" two")
    console.writeError("careful")
    try console.writeLine("three")
    try console.finish()
    #expect(recording.writes.map(\.output) == [.standard, .error, .standard])
    #expect(recording.output == "one two\nthree\n")
    #expect(recording.errors == "careful\n")
  }

  @Test func `the buffer is written when it is full`() throws {
    let recording = Recording()
    let console = recording.console()
    let line = String(repeating: "x", count: 1023)
    for _ in 0..<64 { try console.writeLine(line) }
    #expect(recording.outputBytes.count == 65_536)
    try console.write(bytes: [0, 255])
    #expect(recording.outputBytes.count == 65_536)
    try console.flush()
    #expect(recording.outputBytes.suffix(2) == [0, 255])
  }

  @Test(arguments: [
    ConsoleError.closedPipe, .writeFailed(.standard, reason: "No space left on device"),
  ])
  func `a failure to write is thrown, at the latest at the end`(failure: ConsoleError) throws {
    let recording = Recording()
    recording.failure = failure
    let console = recording.console()
    try console.write("lost")
    #expect(throws: failure) { try console.flush() }
    try console.finish()
    try console.write("lost again")
    console.writeError("said all the same")
    #expect(recording.errors == "said all the same\n")
    #expect(throws: failure) { try console.finish() }
    try console.finish()
  }

  @Test func `input is read whole up to a limit`() throws {
    let text = String(repeating: "word ", count: 40_000)
    #expect(try Recording(input: text).console().readAll(limit: 200_000) == Array(text.utf8))
    #expect(throws: ConsoleError.inputTooLong(limit: 199_999)) {
      try Recording(input: text).console().readAll(limit: 199_999)
    }
    #expect(try Recording().console().readAll(limit: 0) == [])
  }

  @Test func `lines are read one by one`() throws {
    let recording = Recording(input: "yes\n\nlast")
    let console = recording.console()
    try console.write("before")
    #expect(try console.readLine(prompt: "sure? ") == "yes")
    #expect(recording.output == "before")
    #expect(recording.errors == "sure? ")
    #expect(try console.readLine() == "")
    #expect(try console.readLine() == "last")
    #expect(try console.readLine() == nil)
  }

  struct Look: CustomTestStringConvertible, Sendable {
    var color = ColorChoice.auto
    var isTerminal = true
    var variables: [String: String] = ["TERM": "xterm-256color"]
    var isMachine = false
    let isColored: Bool
    let allowsPager: Bool
    var testDescription: String {
      "\(color) terminal \(isTerminal) machine \(isMachine) \(variables)"
    }
  }

  @Test(arguments: [
    Look(isColored: true, allowsPager: true),
    Look(isTerminal: false, isColored: false, allowsPager: false),
    Look(variables: ["NO_COLOR": "1"], isColored: false, allowsPager: false),
    Look(variables: ["NO_COLOR": ""], isColored: true, allowsPager: true),
    Look(variables: ["NO_COLOR": "0"], isColored: false, allowsPager: false),
    Look(variables: ["TERM": "dumb"], isColored: false, allowsPager: false),
    Look(color: .always, isTerminal: false, isColored: true, allowsPager: false),
    Look(color: .always, variables: ["NO_COLOR": "1"], isColored: true, allowsPager: false),
    Look(color: .never, isColored: false, allowsPager: false),
    Look(color: .always, isMachine: true, isColored: false, allowsPager: false),
    Look(isMachine: true, isColored: false, allowsPager: false),
  ])
  func `colour and pager follow flag, environment and terminal`(look: Look) {
    let recording = Recording(variables: look.variables)
    recording.isTerminal = look.isTerminal
    let console = recording.console()
    console.color = look.color
    console.isMachineOutput = look.isMachine
    #expect(console.style.isEnabled == look.isColored)
    #expect(console.errorStyle.isEnabled == look.isColored)
    #expect(console.allowsPager == look.allowsPager)
  }

  @Test func `width and height have defaults`() {
    let recording = Recording()
    #expect(recording.console().width == 80)
    #expect(recording.console().height == 24)
    recording.size = (132, 50)
    #expect(recording.console().width == 132)
    #expect(recording.console().height == 50)
  }

  @Test func `progress is shown after half a second, rarely, and taken away`() throws {
    let recording = Recording()
    recording.isTerminal = true
    let console = recording.console()
    var progress = console.progress("import", unit: "entries", total: 20_000)
    recording.elapsed = .milliseconds(499)
    console.update(&progress, done: 10)
    #expect(recording.errors == "")
    recording.elapsed = .milliseconds(500)
    console.update(&progress, done: 5000)
    #expect(
      recording.errors
        == "\rimport: 5\u{202F}000 of 20\u{202F}000 entries (25 %), 10\u{202F}000/s, 0:02 left\u{1B}[K"
    )
    recording.elapsed = .milliseconds(599)
    console.update(&progress, done: 6000)
    #expect(recording.writes.count == 1)
    recording.elapsed = .milliseconds(600)
    console.update(&progress, done: 6000)
    #expect(recording.writes.count == 2)
    try console.writeLine("done")
    try console.finish()
    #expect(recording.errors.hasSuffix("\u{1B}[K\r\u{1B}[K"))
    #expect(recording.writes.map(\.output) == [.error, .error, .error, .standard])
  }

  @Test func `progress without a total tells amount and rate`() {
    let recording = Recording()
    recording.isTerminal = true
    let console = recording.console()
    var progress = console.progress("audit", unit: "events")
    recording.elapsed = .seconds(4)
    console.update(&progress, done: 1_234_567)
    #expect(
      recording.errors
        == "\raudit: 1\u{202F}234\u{202F}567 events, 308\u{202F}641/s\u{1B}[K")
  }

  @Test(arguments: [0, 1, 2])
  func `progress is for people on terminals`(reason: Int) {
    let recording = Recording(variables: reason == 2 ? ["TERM": "dumb"] : [:])
    recording.isTerminal = reason != 0
    let console = recording.console()
    console.isQuiet = reason == 1
    var progress = console.progress("audit", unit: "events")
    recording.elapsed = .seconds(4)
    console.update(&progress, done: 1)
    #expect(recording.writes.isEmpty)
  }

  @Test func `errors are sentences`() {
    #expect(
      ConsoleError.writeFailed(.standard, reason: "No space left on device").description
        == "the output could not be written: No space left on device")
    #expect(
      ConsoleError.inputTooLong(limit: 5).description
        == "the input is longer than the limit of 5 bytes")
  }
}
