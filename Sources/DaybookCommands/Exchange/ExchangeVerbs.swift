import CommandLineKit

extension DaybookProgram {
  /// The commands by which journals come and go.
  static let exchange: [any Command<Session>.Type] = [Import.self, Export.self]
}
