import Glibc

/// Tells writers that have waited long, from one thread of the process.
///
/// LMDB cannot be asked whether its write lock is free. A write enters here before it takes the
/// lock and leaves after: some 100 ns. The thread is made for the first write that has something
/// to be told, and sleeps without end when nobody waits.
@safe final class WaitWatchdog: Sendable {
  static let shared = WaitWatchdog()

  /// Identifies a wait that was begun.
  struct Wait: Sendable { fileprivate var id: UInt64 }

  private struct Entry {
    var deadline: timespec
    var notify: @Sendable () -> Void
  }

  private struct Waits {
    var entries: [UInt64: Entry] = [:]
    var lastID: UInt64 = 0
    var isRunning = false
    var isAsleepForGood = false
  }

  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  /// Touched under the mutex only.
  private nonisolated(unsafe) var waits = Waits()

  private init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  /// Notes that a wait begins; `notify` is called at most once, unless the wait ends before.
  func begin(milliseconds: Int, _ notify: @escaping @Sendable () -> Void) -> Wait {
    var deadline = Self.now()
    deadline.tv_sec += milliseconds / 1000
    deadline.tv_nsec += milliseconds % 1000 * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    unsafe waits.lastID += 1
    let id = unsafe waits.lastID
    unsafe waits.entries[id] = Entry(deadline: deadline, notify: notify)
    if unsafe !waits.isRunning {
      unsafe waits.isRunning = start()
    } else if unsafe waits.isAsleepForGood {
      unsafe pthread_cond_signal(condition)
    }
    return Wait(id: id)
  }

  /// Notes that a wait is over.
  func end(_ wait: Wait) {
    unsafe pthread_mutex_lock(mutex)
    unsafe waits.entries[wait.id] = nil
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Starts the thread, if the system has one to give.
  ///
  /// Without it nobody is told that a write waits; the write itself is as good.
  private func start() -> Bool {
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { _ in
        WaitWatchdog.shared.run()
        return nil
      }, nil)
    guard code == 0 else { return false }
    pthread_detach(thread)
    return true
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    while true {
      let now = Self.now()
      var earliest: timespec?
      var due: [@Sendable () -> Void] = []
      for (id, entry) in unsafe waits.entries {
        if Self.isBefore(now, entry.deadline) {
          if earliest.map({ Self.isBefore(entry.deadline, $0) }) ?? true {
            earliest = entry.deadline
          }
        } else {
          due.append(entry.notify)
          unsafe waits.entries[id] = nil
        }
      }
      if !due.isEmpty {
        unsafe pthread_mutex_unlock(mutex)
        for notify in due { notify() }
        unsafe pthread_mutex_lock(mutex)
      } else if var deadline = earliest {
        // A later entry has a later deadline as long as all wait equally long; one that waits
        // shorter is told late, by at most the longest wait.
        unsafe pthread_cond_timedwait(condition, mutex, &deadline)
      } else {
        unsafe waits.isAsleepForGood = true
        unsafe pthread_cond_wait(condition, mutex)
        unsafe waits.isAsleepForGood = false
      }
    }
  }

  private static func now() -> timespec {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }

  private static func isBefore(_ one: timespec, _ other: timespec) -> Bool {
    (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
  }
}
