import Library
import TestSupport

/// A library of its own for a test, with one feed in it.
struct TestLibrary {
    let home: Home
    let library: Library
    let feed: FeedID

    /// Without a key nobody knows who wrote the library's steps.
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
    /// Follows feeds as a urls file would that says this of them.
    func follow(_ subscriptions: [Subscription]) throws {
        let list = FollowedList(subscriptions)
        try follow(list) { list }
    }
}
