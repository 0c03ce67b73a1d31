import Foundation
import Library
import TestSupport

/// A home of one size, beside others that are larger or smaller.
struct GrowingPlace {
    let size: Int
    let home: Home
    /// The path of its library, if it was generated.
    var library: String?

    func reader() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            program: BuildProducts.executable("lede"), environment: home.environmentOnLoopback,
            size: (columns: 120, rows: 40))
        terminal.wait(untilQuietFor: 2)
        return terminal
    }

    func lede(_ words: [String]) throws -> ProgramProbe {
        let run = try ProgramProbe(
            of: BuildProducts.executable("lede"), words, environment: home.environmentOnLoopback)
        precondition(run.status == 0, "lede \(words) failed: \(run.output)")
        return run
    }

    /// Marks the newest tenth of all items read, and undoes that.
    func markTenth() throws -> Cost {
        guard let path = library else { preconditionFailure("the library was generated") }
        let library = try Library(path: path)
        let unread = try library.listing(.all, unreadOnly: true)
        guard let key = try library.key(after: size / 10, in: unread, path) else {
            preconditionFailure("there are enough items")
        }
        return try Marking(.above(key, unread), in: unread, of: library, size / 10).costs[1]
    }
}
