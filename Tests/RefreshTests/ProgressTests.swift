import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
    @Test func `the progress reports running and remaining feeds`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .feed("a")) }
        let newsstand = try Newsstand((1...5).map { server.url("/\($0)") }) { $0.transfers = 2 }
        let told = Record<RefreshProgress>()
        let refresh = newsstand.refresher.refresh(try newsstand.feeds).subscribe { event in
            if case .next(.progress(let progress)) = event { told.add(progress) }
        }
        let current = [1, 2].map { server.url("/\($0)") }
        await told.wait { $0.last?.current == current }
        #expect(told.entries.last?.total == 5)
        #expect(told.entries.last?.done == 0)
        gate.open()
        await told.wait { $0.last?.done == 5 }
        #expect(told.entries.last?.current == [])
        refresh.dispose()
    }

    @Test func `the last progress before the end has the refresh's result`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/bad" ? Answer(404) : .feed("a", "b")
        }
        let newsstand = try Newsstand(["/1", "/2", "/bad", "/left-alone"].map(server.url)) {
            $0.feeds[server.url("/left-alone")] = .leftAlone
        }
        let told = Record<Told>()
        newsstand.refresher.refresh(try newsstand.feeds).subscribe { told.add($0) }
        await told.wait { $0.last == .completed }
        guard case .next(.progress(let progress)) = told.entries.dropLast().last else { return #expect(Bool(false)) }
        #expect(progress.done == 4 && progress.total == 4)
        #expect(progress.newItems == 4 && progress.feedsWithNews == 2)
        #expect(progress.failed == 1 && progress.paused == 1 && progress.leftOut == 0)
        #expect(progress.bytes > 500)
    }

    @Test func `a paused feed is fetched only if the user insists`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand([server.url("/")]) { $0.feeds[server.url("/")] = .leftAlone }
        #expect(try await newsstand.outcomes() == [.leftOut(.paused)])
        #expect(server.requests.isEmpty)
        #expect(try await newsstand.outcomes(insisting: true).map(\.?.new) == [1])
    }
}

extension FeedSettings {
    fileprivate static var leftAlone: FeedSettings {
        var settings = FeedSettings()
        settings.isPaused = true
        return settings
    }
}
