import Library
import TestSupport

/// A library for a test, with one feed.
struct TestLibrary {
    let home: Home
    let library: Library
    let feed: FeedID

    /// Without a key nobody can tell who wrote the library's steps.
    init(hasKey: Bool = true) throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db") {
            hasKey ? [UInt8](repeating: 7, count: 32) : nil
        }
        try library.follow([Subscription("https://example.org/feed")])
        feed = try library.feeds()[0].id
    }
}

extension Library {
    /// Follows feeds as a urls file with these entries would.
    func follow(_ subscriptions: [Subscription]) throws {
        let list = FollowedList(subscriptions)
        try follow(list) { list }
    }
}
