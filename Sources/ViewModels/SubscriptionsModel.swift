import Configuration
import Library

/// What the person is subscribed to: the urls file, and the library's feeds that follow it.
@MainActor final class SubscriptionsModel {
    /// Why lines of the urls file, or all of it, are left out.
    private(set) var problems: [String] = []

    private let file: UrlsFile
    private let paths: Paths
    private let library: Library

    init(library: Library, paths: Paths) {
        self.library = library
        self.paths = paths
        file = UrlsFile(path: paths.urls)
    }

    var exists: Bool { file.exists }

    /// Makes the library's feeds those that the urls file names; where that fails they stay as they were.
    func read() throws {
        let list = try file.read()
        problems = list.problems.map { "\(file.path):\($0.line): \($0.reason)" }
        try library.subscribe(to: list.urls)
    }

    /// Reads the urls file; returned is what is wrong with it, for the status line.
    func readOrExplain() -> String? {
        do { try read() } catch { problems = ["\(error)"] }
        guard let first = problems.first else { return nil }
        return problems.count == 1 ? first : "\(problems.count) lines of the urls file are left out (press E)"
    }

    /// Adds addresses to the file; returned are those that it did not have.
    func add(_ urls: [String]) throws -> [String] {
        let added = try file.append(urls)
        try read()
        return added
    }

    /// Begins with the starter feeds, where there is no urls file yet.
    func installStarterSet() throws -> [String] {
        try StarterSet(paths).install()
        try read()
        return try file.read().urls
    }
}
