import Dispatch
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `A question to the library` {
    private let news: LibraryNews
    private let troubles = Subject<LibraryFailure, Never>()
    private let inquiry: Inquiry

    init() throws {
        news = LibraryNews(try TestLibrary(items: 5).library, troubles: troubles)
        inquiry = Inquiry(news)
    }

    @Test func `is answered on the main queue, and under way until then`() async throws {
        var answers: [Int?] = []
        inquiry.ask { library throws(LibraryFailure) in
            try library.items(unreadOnly: false, limit: 9).count
        } take: {
            answers.append($0)
        }
        #expect(inquiry.isUnderWay && answers.isEmpty)
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == [5])
    }

    @Test func `is dropped for the one that follows, however long that waits`() async throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        var answers: [String?] = []
        inquiry.ask { _ throws(LibraryFailure) in
            mayAnswer.wait()
            return "stale"
        } take: {
            answers.append($0)
        }
        inquiry.ask { _ throws(LibraryFailure) in
            "latest"
        } take: {
            answers.append($0)
        }
        mayAnswer.signal()
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == ["latest"])
    }

    @Test func `that nobody wants any more is not answered`() async throws {
        var answers: [Int?] = []
        inquiry.ask { _ throws(LibraryFailure) in
            1
        } take: {
            answers.append($0)
        }
        inquiry.drop()
        #expect(!inquiry.isUnderWay)
        inquiry.ask { _ throws(LibraryFailure) in
            2
        } take: {
            answers.append($0)
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(answers == [2])
    }

    @Test func `may be followed by another where its answer is taken, without a pause`() async throws {
        var (answers, pauses): ([Int?], Int) = ([], 0)
        let following = inquiry.isUnderWayToFollow.observe { isUnderWay in if !isUnderWay { pauses += 1 } }
        inquiry.ask { _ throws(LibraryFailure) in
            1
        } take: { [inquiry] first in
            answers.append(first)
            inquiry.ask { _ throws(LibraryFailure) in
                2
            } take: {
                answers.append($0)
            }
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        // Before the first, and behind the second.
        #expect(answers == [1, 2] && pauses == 2)
        following.dispose()
    }

    @Test func `that can't be answered is told, and answered with nothing`() async throws {
        var (told, answers): ([LibraryFailure], [Int?]) = ([], [])
        troubles.signal.observe { told.append($0) }
        inquiry.ask { _ throws(LibraryFailure) -> Int in
            throw .busy
        } take: {
            answers.append($0)
        }
        try await inquiry.isUnderWayToFollow.waitUntil { !$0 }
        #expect(told == [.busy] && answers == [nil])
    }
}
