import Configuration
import FeedParser
import Foundation
import Refresh
import Signals
import System
import TestSupport
import Testing

@testable import Library
@testable import ViewModels

/// A library with one feed, for one test.
struct TestLibrary {
    let home: Home
    let library: Library
    let feed: FeedID

    init(items: Int = 0) throws {
        home = try Home()
        let path = home.path + "/library.db"
        if items > 0 { try Self.file(holding: items).write(to: URL(filePath: path)) }
        library = try Library(path: path) { [UInt8](repeating: 7, count: 32) }
        if items == 0 { try library.subscribe(to: ["https://example.org/feed"]) }
        feed = try library.feeds()[0].id
    }

    /// The file of a library with this many items. It is made once for all tests.
    private static func file(holding items: Int) throws -> Data {
        try files.withLock { files in
            if let file = files[items] { return file }
            let test = try TestLibrary()
            try test.store(1...items)
            let copy = test.home.path + "/copy.db"
            try test.library.backUp(to: copy)
            let file = try Data(contentsOf: URL(filePath: copy))
            files[items] = file
            return file
        }
    }

    private static let files = Locked<[Int: Data]>([:])

    /// A reader of the library, with its feed in the urls file.
    @MainActor func reader() throws -> ReaderModel {
        try home.write(urls: ["https://example.org/feed"])
        return start()
    }

    /// A reader of the library, with the existing urls file.
    @MainActor func start(_ config: Config = Config()) -> ReaderModel {
        ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment), config: config)
    }

    /// Does something while the writer can't write.
    func withoutWriting<Result>(_ act: () throws -> Result) rethrows -> Result {
        let mayWrite = DispatchSemaphore(value: 0)
        library.writeSoon { _ in
            mayWrite.wait()
            return []
        }
        defer {
            mayWrite.signal()
            library.drain()
        }
        return try act()
    }

    /// Stores items with these numbers; a greater number is a newer item.
    func store(_ numbers: ClosedRange<Int>) throws {
        let items = numbers.reversed().map { number in
            ParsedItem(
                id: "item \(number)", title: "Item \(number)", link: "https://example.org/\(number)",
                published: Date(timeIntervalSince1970: Double(number)), content: "<p>Text \(number)</p>")
        }
        let parsed = ParsedFeed(format: .rss20, title: "Feed", items: items)
        _ = try library.store(parsed, etag: nil, lastModified: nil, for: feed, at: Date())
    }
}

extension Library {
    /// Follows feeds as a urls file with these would.
    func follow(_ subscriptions: [Subscription]) throws {
        let list = FollowedList(subscriptions)
        try follow(list) { list }
    }
}

/// Thrown when a property never gets the value that a test waits for.
struct NeverHeld: Error {}

extension Property {
    /// Waits until the value is right.
    @MainActor func waitUntil(_ isWanted: @escaping @Sendable (Value) -> Bool) async throws {
        let values = AsyncStream { continuation in
            let subscription = signal.onNext { continuation.yield($0) }
            // All tests of view models share the main queue, and all searches share threads, so this test may have to
            // wait long for its turn.
            DispatchQueue.global().asyncAfter(deadline: .now() + Deadline.patience) { continuation.finish() }
            continuation.onTermination = { _ in subscription.dispose() }
        }
        for await value in values where isWanted(value) { return }
        throw NeverHeld()
    }
}

extension ReaderModel {
    /// Does everything that quitting does, except ending the process.
    func leave() {
        remembering.rememberAtEnd()
        settle()
    }
}

extension MutableProperty {
    @MainActor func waitUntil(_ isWanted: @escaping @Sendable (Value) -> Bool) async throws {
        try await Property(self).waitUntil(isWanted)
    }
}

extension ReaderModel {
    /// Replaces the text of a prompt.
    func type(over text: String) {
        session.edit {
            $0.moveToEnd()
            $0.deleteToStart()
            $0.insert(text)
        }
    }
}

/// Receives failures of models in a test that expects none.
func noTroubles() -> Subject<LibraryFailure, Never> {
    let troubles = Subject<LibraryFailure, Never>()
    troubles.signal.onNext { Issue.record("\($0)") }
    return troubles
}

/// Keeps a model of a suite, and lets it end on the main queue.
///
/// A suite ends on any thread, while the main queue may be in a callback of one of its reader's parts, which don't own the
/// reader. In the program the reader never ends before its parts.
@propertyWrapper struct EndingOnMain<Model: AnyObject & Sendable>: Sendable {
    private var owner: Owner

    init(wrappedValue: Model) { owner = Owner(model: wrappedValue) }

    var wrappedValue: Model {
        get { owner.model }
        set { owner = Owner(model: newValue) }
    }

    private final class Owner: Sendable {
        let model: Model

        init(model: Model) { self.model = model }

        deinit { MainQueue.async { [model] in withExtendedLifetime(model) {} } }
    }
}
