import Foundation
import Library
import Refresh
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LocalFeedTests {
    private let home: Home
    private let path: String
    private let newsstand: Newsstand

    init() throws {
        home = try Home()
        path = home.path + "/feed.xml"
        newsstand = try Newsstand(["file://" + path])
    }

    @Test func `a feed in a file is stored`() async throws {
        try write(SampleFeed(title: "Local", items: [.init(title: "a")]).atom)
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try newsstand.feeds.map(\.name) == ["Local"])
    }

    @Test func `a file that is missing fails in words`() async throws {
        let words = "can't read the file: No such file or directory"
        #expect(try await newsstand.outcomes() == [.fetched(.failed(words, .local))])
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [words])
    }

    @Test func `a file that isn't a feed fails with a reason`() async throws {
        try write("Dear diary")
        #expect(
            try await newsstand.outcomes() == [.fetched(.failed("not a feed but plain text: “Dear diary”", .noFeed))])
    }

    @Test func `a pipe that nobody writes to delays no other feed`() async throws {
        let pipe = home.path + "/pipe"
        mkfifo(pipe, 0o600)
        try write(SampleFeed(title: "Local", items: [.init(title: "a")]).atom)
        let newsstand = try Newsstand(["file://" + pipe, "file://" + path], change: { $0.transfers = 1 })
        #expect(try await newsstand.outcomes().map(\.?.new) == [nil, 1])
        #expect(try newsstand.feeds[0].fetching.lastError == "can't read the file: it isn't a regular file")
    }

    private func write(_ document: String) throws {
        try Data(document.utf8).write(to: URL(filePath: path))
    }
}
