import Configuration
import Dispatch
import Library
import TestSupport
import Testing
import ViewModels

/// A feed that moves to another URL in the urls file and the library, stopped just before the move is final.
struct HeldMove {
    private let mayPlace = DispatchSemaphore(value: 0)

    init(of feed: FeedID, to url: String, in library: Library, _ home: Home) throws {
        let (file, address) = (UrlsFile(path: home.config + "/urls"), try Address(typed: url))
        let isPlacing = DispatchSemaphore(value: 0)
        DispatchQueue(label: "another edit").async { [mayPlace] in
            do {
                let before = try library.feed(feed)?.url ?? ""
                _ = try file.edit { text in
                    text.changeAddress(of: before, to: address)
                } together: { _, screen in
                    try library.move(feed, to: address.url) {
                        isPlacing.signal()
                        mayPlace.wait()
                        try screen()
                    }
                }
            } catch {
                Issue.record(error)
                isPlacing.signal()
            }
        }
        isPlacing.wait()
    }

    func letGo() { mayPlace.signal() }
}
