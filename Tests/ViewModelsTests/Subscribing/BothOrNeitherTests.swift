import Configuration
import Foundation
import Library
import TestSupport
import Testing

@testable import ViewModels

@Suite struct `A change of the urls file and the library` {
    private let test: TestLibrary
    private let file: UrlsFile
    private let text = "https://example.org/feed \"~Name\" tag\n"

    /// Each of them changes both.
    enum Deed: CaseIterable {
        case leave, rename, move, retag
    }

    init() throws {
        test = try TestLibrary(items: 3)
        try test.home.write(urls: [String(text.dropLast())])
        file = UrlsFile(path: test.home.config + "/urls")
    }

    private func perform(_ deed: Deed) throws {
        let feed = try #require(try test.library.feed(test.feed))
        switch deed {
        case .leave: try file.leave(feed, in: test.library)
        case .rename: try file.rename(feed, to: "Mine", in: test.library)
        case .move: _ = try file.move(feed, to: Address(typed: "https://example.net/"), in: test.library)
        case .retag:
            _ = try file.change(feed.url, words: "tags", in: test.library) { text in
                text.retag(feed.url, ["other"]) ? feed.url : nil
            }
        }
    }

    @Test(arguments: Deed.allCases) func `is made in both`(deed: Deed) throws {
        try perform(deed)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) != text)
        #expect(try test.library.journal(limit: 1).count == 1)
    }

    @Test(arguments: Deed.allCases) func `is made in neither where the file can't be written`(deed: Deed) throws {
        // The draft of the new file finds no place.
        let draft = "\(file.path).\(getpid()).new/x"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        #expect(throws: FileFailure.self) { try perform(deed) }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.url) == ["https://example.org/feed"] && feeds[0].ownTitle == nil)
        #expect(try test.library.journal(limit: 1).isEmpty)
    }
}
