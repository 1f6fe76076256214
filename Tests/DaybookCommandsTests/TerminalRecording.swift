import CommandLineKit

/// A recording that says it is a terminal, without colour.
struct TerminalRecording {
  let recording: Recording

  init(columns: Int = 80, rows: Int = 24) {
    recording = Recording(variables: ["NO_COLOR": "1"])
    recording.isTerminal = true
    recording.size = (columns, rows)
  }
}
