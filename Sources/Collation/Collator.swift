import Synchronization
import _FoundationICU

/// An ICU collator.
///
/// Immutable once made, so that its keys may be asked for by many at once.
@safe
final class Collator: Sendable {
  // ICU: "const" functions of one collator may run at the same time (ICU User Guide, "Collation").
  nonisolated(unsafe) private let handle: OpaquePointer?

  /// A text longer than this counts with its beginning.
  ///
  /// 128 bytes of key are never made of more, as a scalar that has a weight gives at least a byte.
  private static let scalarLimit = 512

  private static let collators = Mutex<[StringOrder: Collator]>([:])

  /// The collator of an order, made once: opening one costs a hundred times a key.
  static func shared(for order: StringOrder) -> Collator {
    collators.withLock { collators in
      if let collator = collators[order] { return collator }
      let collator = Collator(order)
      collators[order] = collator
      return collator
    }
  }

  private init(_ order: StringOrder) {
    let (locale, isNumeric): (String, Bool) =
      switch order {
      case .localized(let locale): (locale, false)
      case .localizedStandard(let locale): (locale, true)
      case .compare, .caseInsensitive: ("", false)
      }
    var status = U_ZERO_ERROR
    // An unknown locale gives the root collation and a warning, never a failure.
    unsafe handle = swift_ucol_open(locale.isEmpty ? "root" : locale, &status)
    unsafe swift_ucol_setAttribute(handle, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
    if isNumeric {
      unsafe swift_ucol_setAttribute(handle, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
    }
  }

  deinit {
    unsafe swift_ucol_close(handle)
  }

  var version: String {
    Version.text { unsafe swift_ucol_getVersion(handle, &$0) }
  }

  func keyForm(of text: String) -> [UInt8] {
    let units = Array(text.prefixOfScalars(Self.scalarLimit).utf16)
    var capacity = min(units.count * 4 + 16, 1024)
    var key: [UInt8] = []
    // A second round only where the first buffer was too small: ICU says how much it needs.
    while true {
      var needed = 0
      unsafe key = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        unsafe needed = Int(
          swift_ucol_getSortKey(
            handle, units, Int32(units.count), buffer.baseAddress, Int32(buffer.count)))
        count = min(needed, buffer.count)
      }
      if needed <= capacity { break }
      capacity = needed
    }
    let limit = StringOrder.keyFormLimit
    if key.count >= limit {
      key.removeSubrange(limit...)
    } else {
      key.append(contentsOf: text.utf8.prefix(limit - key.count))
    }
    return key
  }
}
