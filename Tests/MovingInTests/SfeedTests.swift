import Foundation
import TestSupport
import Testing

@testable import Library
@testable import MovingIn

@Suite struct `An import from sfeed` {
    @Test func `importing sfeed's files brings all their fields`() throws {
        let desk = try Desk()
        let line = [
            "1700000000", "One", "https://a.example/1", "<p>first\\nsecond\\\\</p>", "html", "guid-1", "Ann",
            "https://a.example/1.mp3", "news|sport"
        ]
        let old = ["1600000000", "Old", "https://a.example/2", "a < b", "plain", "", "", "", ""]
        _ = try desk.file("A_B", [line, old].map { $0.joined(separator: "\t") + "\n" }.joined())
        let store = SfeedFiles(
            of: [ImportedFeed(url: "https://a.example/feed", title: "A/B")], in: desk.home.path,
            readMarks: .addresses(["https://a.example/2"])
        ) { path throws(MovingFailure) in
            guard let data = FileManager.default.contents(atPath: path) else { throw .nothingThere(path) }
            return [UInt8](data)
        }
        let taken = try desk.library.importData(store, at: Date())
        #expect(taken == TakenOver(feeds: ["https://a.example/feed"], items: 2, read: 1))
        let items = try desk.items()
        #expect(items["Old"]?.isRead == true && items["One"]?.isRead == false)
        #expect(try desk.library.article(#require(items["One"]).id)?.html == "<p>first\nsecond\\</p>")
        #expect(try desk.library.article(#require(items["Old"]).id)?.html == "a &lt; b")
    }

    @Test func `sfeed's script is read for feeds and not run`() {
        let configuration = SfeedConfiguration(
            """
            sfeedpath="$HOME/.sfeed/feeds"
            feeds() {
                # feed "off" "https://off.example/"
                feed "A Blog" "https://a.example/feed"
                feed 'B' https://b.example/feed "https://b.example" "iso-8859-1"
                feed "C" "$(curl evil)"
            }
            """)
        #expect(
            configuration.feeds == [
                ImportedFeed(url: "https://a.example/feed", title: "A Blog"),
                ImportedFeed(url: "https://b.example/feed", title: "B")
            ])
        #expect(configuration.leftBehind.map(\.line) == [5, 6])
    }
}
