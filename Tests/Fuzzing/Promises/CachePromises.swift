import FoundationEssentials
import Glibc
import Library
import MovingIn
import System
import TestSupport

/// What must hold for every file that could be mistaken for newsboat's cache.
package final class CachePromises: Sendable {
    private struct State {
        var library: Library?
        var inputs = 0
    }

    private static let address = "https://a.example/feed"
    /// After this many inputs a new library is used, because imported articles stay in it.
    private static let inputsOfOneLibrary = 500

    private let folder: String
    private let state = Locked(State())

    /// Works in a folder of its own, which is removed with this object.
    package init() throws {
        folder = try TemporaryFolder.make(for: "fuzzing")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The broken promises for a file, in words. A crash counts as one, too.
    package func broken(by bytes: [UInt8]) -> [String] {
        do {
            let path = folder + "/cache.db"
            try Data(bytes).write(to: URL(filePath: path))
            let library = try freshLibrary()
            let before = try counts(of: library)
            var broken: [String] = []
            do {
                let store = try NewsboatCache(path: path, copyingTo: folder, subscribed: [Self.address])
                _ = try library.importData(store, at: Date(timeIntervalSince1970: 1_700_000_000))
            } catch let failure {
                if try counts(of: library) != before { broken.append("what fails leaves the library as it was") }
                if "\(failure)".contains("\n") { broken.append("words for people are one line") }
            }
            if try Data(contentsOf: URL(filePath: path)) != Data(bytes) { broken.append("the cache stays as it is") }
            let subscribed = try library.feeds().map(\.url)
            if !subscribed.allSatisfy({ $0 == Self.address }) { broken.append("nobody is subscribed to what is new") }
            if try !library.check().isEmpty { broken.append("the library is whole") }
            if try FileManager.default.contentsOfDirectory(atPath: folder).contains(where: { $0.hasPrefix("import.") })
            {
                broken.append("no copy is left")
            }
            return broken
        } catch {
            return ["the library itself never fails: \(error)"]
        }
    }

    private func freshLibrary() throws -> Library {
        try state.withLock { state in
            defer { state.inputs += 1 }
            if let library = state.library, state.inputs % Self.inputsOfOneLibrary != 0 { return library }
            state.library = nil
            for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/library.db\(suffix)") }
            let library = try Library(path: folder + "/library.db")
            state.library = library
            return library
        }
    }

    private func counts(of library: Library) throws -> Counts { try library.counts(of: .all) }
}
