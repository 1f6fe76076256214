import CommandLineKit
import DaybookCommands
import Glibc

Terminal.openStandardDescriptors()
Signals.endAtOnce()
exit(
  DaybookCommandLine.run(
    Terminal.words, console: Console(Terminal.device), surroundings: .process))
