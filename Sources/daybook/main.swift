import CommandLineKit
import DaybookCommands
import Glibc

Terminal.openStandardDescriptors()
Signals.endAtOnce()
Signals.endAtMemoryFault(
  saying: """
    daybook: a page of the journal's file cannot be read: it is damaged, or its disk fails; \
    `daybook audit` tells how far, `daybook audit --salvage DIR` saves what is whole

    """)
exit(
  DaybookCommandLine.run(
    Terminal.words, console: Console(Terminal.device), surroundings: .process))
