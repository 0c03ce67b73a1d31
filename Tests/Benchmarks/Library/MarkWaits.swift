import Dispatch
import Figures
import Foundation
import Library

/// Measures how long marks wait while something else runs.
final class MarkWaits {
    private let library: Library
    private var waits: [Double] = []

    init(_ library: Library) {
        self.library = library
    }

    func measured(_ body: @escaping @Sendable () throws -> Void) throws {
        guard let item = try library.items(unreadOnly: false, limit: 1).first else { return }
        let queue = DispatchQueue(label: "bench.waiting")
        let group = DispatchGroup()
        queue.async(group: group) {
            do { try body() } catch { preconditionFailure("\(error)") }
        }
        while group.wait(timeout: .now() + .milliseconds(5)) == .timedOut {
            let start = ContinuousClock.now
            library.mark(.item(item.id), waits.count % 2 == 0 ? .read : .unread)
            library.drain()
            waits.append((ContinuousClock.now - start) / .milliseconds(1))
        }
    }

    var readings: [Reading] { waits.map { Reading(.milliseconds, $0) } }
}
