import Configuration
import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite(.timeLimit(.minutes(5))) struct AutomaticRefreshTests {
    private let home: Home
    private let library: Library

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
    }

    @Test func `feeds that are due are fetched at the start, and aren't due again at once`() async throws {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "a")]).rss)
        }
        let reader = try reader(of: server) { $0.atStart = true }
        try await awaitRefresh(of: reader) { reader.startRefreshing() }
        #expect(reader.session.status == .done("1 new in 1 feed"))
        reader.startRefreshing()
        #expect(!reader.refresh.isRunning)
        #expect(server.hits("/feed") == 1)
    }

    @Test func `nothing is fetched at the start if the settings ask only for other times`() throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let reader = try reader(of: server) { $0.onResume = true }
        reader.startRefreshing()
        #expect(!reader.refresh.isRunning)
    }

    @Test func `feeds that are due are fetched when the machine wakes`() async throws {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "a")]).rss)
        }
        let reader = try reader(of: server) { $0.onResume = true }
        try await awaitRefresh(of: reader) { reader.handleWake() }
        #expect(server.hits("/feed") == 1)
    }

    @Test func `an automatic refresh reports only new items`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let reader = try reader(of: server) { $0.atStart = true }
        reader.session.status = .done("Read")
        try await awaitRefresh(of: reader) { reader.startRefreshing() }
        #expect(reader.session.status == .done("Read"))
        #expect(reader.feeds.reading.failed.count == 1)
        try await awaitRefresh(of: reader) { reader.perform(.refreshFeed) }
        #expect(reader.session.status == .problem("Nothing new · 1 failed (:show-failures)"))
    }

    private func reader(of server: LoopbackServer, _ change: (inout AutomaticRefresh) -> Void) throws -> ReaderModel {
        try home.write(urls: [server.url("/feed")])
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        var settings = AutomaticRefresh()
        change(&settings)
        reader.actions.refreshing.clock.settings = settings
        return reader
    }

    private func awaitRefresh(of reader: ReaderModel, begin: () -> Void) async throws {
        begin()
        try await reader.refresh.$progress.waitUntil { $0 == nil }
    }
}
