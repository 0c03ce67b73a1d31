import Configuration
import Dispatch
import Library
import Subscriptions
import TestSupport
import Testing

@Suite struct NextStepTests {
    private let test: TestLibrary
    private let file: UrlsFile

    init() throws {
        test = try TestLibrary()
        try test.home.write(urls: ["https://example.org/feed"])
        file = UrlsFile(path: test.home.config + "/urls")
    }

    private var urls: [String] { get throws { try file.read().urls } }

    @Test func `undo and redo change the library and the urls file`() throws {
        try file.leave(try #require(try test.library.feed(test.feed)), in: test.library)
        #expect(try urls.isEmpty)
        #expect(try file.perform(.undo(ofRules: false), in: test.library) != nil)
        #expect(try urls == ["https://example.org/feed"] && test.library.feeds().map(\.id) == [test.feed])
        #expect(try file.perform(.redo, in: test.library) != nil)
        #expect(try urls.isEmpty && test.library.feeds().isEmpty)
    }

    @Test func `nothing can be undone or redone without a change`() throws {
        #expect(try file.perform(.undo(ofRules: false), in: test.library) == nil)
        #expect(try file.perform(.redo, in: test.library) == nil)
    }

    @Test func `undo refuses a step of unknown origin that adds a command to the urls file`() throws {
        let test = try TestLibrary(hasKey: false)
        try test.home.write(urls: ["exec:date"])
        let file = UrlsFile(path: test.home.config + "/urls")
        try test.library.follow([Subscription("exec:date")])
        try file.leave(try #require(try test.library.feeds().first), in: test.library)
        #expect(throws: (any Error).self) { try file.perform(.undo(ofRules: false), in: test.library) }
        #expect(try file.read().urls.isEmpty && test.library.journal(limit: 10).isEmpty)
    }

    @Test func `undo takes the step before if another process undoes the last one first`() throws {
        let feed = try #require(try test.library.feed(test.feed))
        try file.rename(feed, to: "One", in: test.library)
        try file.rename(feed, to: "Two", in: test.library)
        let (queue, end) = (DispatchQueue(label: "test"), DispatchSemaphore(value: 0))
        let mayTake = DispatchSemaphore(value: 0)
        queue.async { mayTake.wait() }
        file.perform(.undo(ofRules: false), in: test.library, on: queue) { _ in
            Issue.record("the file tells of this step")
        } finishWithFile: { _ in
            end.signal()
        }
        try test.library.finishWriting()
        let last = try #require(try test.library.journal(limit: 1).first)
        #expect(try file.toggle(last, in: test.library) != nil)
        mayTake.signal()
        end.wait()
        #expect(try test.library.feed(test.feed)?.ownTitle == nil)
    }
}
