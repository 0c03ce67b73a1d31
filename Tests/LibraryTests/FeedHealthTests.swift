import FeedParser
import Foundation
import Library
import Testing

@Suite struct FeedHealthTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func store(_ answer: FetchOutcome<ParsedFeed>, _ figures: TransferFigures, hour: Int) throws {
        var fetched = Fetched(answer, for: try shelf.feed().id, at: .noon + Double(hour) * 3600)
        fetched.transfer = figures
        _ = try shelf.library.store([fetched]).map { try $0.get() }
    }

    private var document: FetchOutcome<ParsedFeed> { .document(ParsedFeed(format: .rss20, items: [ParsedItem("a")])) }

    @Test func `documents and failures are remembered, but not answers without news`() throws {
        let figures = TransferFigures(status: 200, received: 300, milliseconds: 20, size: 900)
        let (unchanged, failure) = (
            TransferFigures(status: 304, received: 9, milliseconds: 5), TransferFigures(status: 500)
        )
        try store(document, figures, hour: 0)
        try store(.failed("no luck", .server), failure, hour: 1)
        try store(.unchanged, unchanged, hour: 2)
        try store(.sentAgain, unchanged, hour: 3)
        let health = try shelf.library.health()[0]
        #expect(health.figures == TransferFigures(status: 304, received: 9, milliseconds: 5, size: 900))
        #expect(health.history.map(\.newItems) == [nil, 1])
        #expect(health.history.map(\.figures.status) == [500, 200])
        #expect(health.history.map(\.date) == [.noon + 3600, .noon])
    }

    @Test func `the last twenty fetches are remembered`() throws {
        for hour in 0..<30 { try store(document, TransferFigures(received: hour), hour: hour) }
        #expect(try shelf.library.health()[0].history.map(\.figures.received) == (10..<30).reversed())
    }

    @Test func `nothing is known about a feed that was never fetched`() throws {
        let health = try shelf.library.health()[0]
        #expect(health.figures == TransferFigures() && health.history.isEmpty)
    }
}
