import Configuration
import Foundation
import Refresh
import Signals
import Syncing
import TestSupport
import Testing

@testable import Library
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

    @Test func `one line says that there is no network, and no feed has failed`() async throws {
        let reader = try reader(of: ["http://127.0.0.1:1/feed", "http://127.0.0.1:2/feed", "file:///nowhere"]) { _ in }
        try await awaitRefresh(of: reader) { reader.perform(.refreshAll) }
        #expect(
            reader.session.status
                == .problem("No server could be reached: check your network · 1 failed (:show-failures)"))
        #expect(reader.feeds.reading.failed.map(\.url) == ["file:///nowhere"])
        #expect(reader.feeds.all.prefix(2).allSatisfy { reader.condition(of: $0, at: Date()) == .fine })
        #expect(reader.refresh.leftOut.isEmpty && reader.connection.isOffline)
    }

    /// A server with a feed that hangs until the gate is open.
    private func hangingServer(_ gate: Gate) throws -> LoopbackServer {
        try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: request.path, items: [.init(title: request.path)]).rss)
            return request.path == "/hanging" ? .held(until: gate, feed) : feed
        }
    }

    @Test func `a refresh that only waits for a hanging feed is told as done, and its end corrects that`() async throws
    {
        let gate = Gate()
        let server = try hangingServer(gate)
        let reader = try reader(of: ["/quick", "/hanging"].map(server.url)) { _ in }
        reader.refresh.patience = .milliseconds(1)
        let stalls = MutableProperty<[RefreshProgress]>([])
        let following = reader.refresh.stalled.observe { stalls.value.append($0) }
        try await awaitRefresh(of: reader) {
            reader.perform(.refreshAll)
            Task {
                try await stalls.waitUntil { !$0.isEmpty }
                #expect(reader.session.status == .done("1 new in 1 feed · still waiting for 1 feed"))
                #expect(reader.refresh.progress == nil && reader.refresh.isRunning)
                gate.open()
            }
        }
        #expect(reader.session.status == .done("2 new in 2 feeds"))
        #expect(stalls.value.count == 1 && !reader.refresh.isRunning)
        following.dispose()
    }

    @Test func `feeds that are fetched again while a refresh runs or has stalled count once`() async throws {
        let gate = Gate()
        let server = try hangingServer(gate)
        let reader = try reader(of: ["/quick", "/hanging"].map(server.url)) { _ in }
        // A slow machine mustn't look like a hanging server.
        reader.refresh.patience = .seconds(3600)
        func total(afterHits hits: Int) async throws -> Int? {
            try await reader.refresh.$progress.waitUntil { $0?.done == 1 && server.hits("/quick") == hits }
            return reader.refresh.progress?.total
        }
        reader.perform(.refreshAll)
        #expect(try await total(afterHits: 1) == 2)
        reader.refresh.start([reader.feeds.all[0]], insisting: true)
        #expect(try await total(afterHits: 2) == 2)
        let stalls = MutableProperty(0)
        let areSound = MutableProperty(true)
        let following = reader.refresh.stalled.observe { _ in stalls.value += 1 }
        let watching = reader.refresh.$progress.changes.observe { progress in
            if let progress, progress.done < 0 || progress.done > progress.total { areSound.value = false }
        }
        reader.refresh.patience = .milliseconds(1)
        try await stalls.waitUntil { $0 == 1 }
        // The next one doesn't wait for the feed that hangs.
        reader.refresh.patience = .seconds(3600)
        reader.perform(.refreshAll)
        try await stalls.waitUntil { $0 == 2 }
        #expect(server.hits("/quick") == 3)
        #expect(reader.session.status == .done("Nothing new · still waiting for 1 feed"))
        following.dispose()
        try await awaitRefresh(of: reader) { gate.open() }
        #expect(reader.session.status == .done("1 new in 1 feed"))
        #expect(areSound.value)
        watching.dispose()
    }

    private func reader(of server: LoopbackServer, _ change: (inout AutomaticRefresh) -> Void) throws -> ReaderModel {
        try reader(of: [server.url("/feed")], change)
    }

    private func reader(of urls: [String], _ change: (inout AutomaticRefresh) -> Void) throws -> ReaderModel {
        try home.write(urls: urls)
        let reader = ReaderModel(
            library: library, refresher: Refresher(library: library, settings: RefreshSettings(userAgent: "test")),
            paths: Paths(environment: home.environment))
        var settings = AutomaticRefresh()
        change(&settings)
        reader.actions.refreshing.clock.settings = settings
        return reader
    }

    private func awaitRefresh(of reader: ReaderModel, begin: () -> Void) async throws {
        let ends = MutableProperty<[RefreshProgress]>([])
        let following = reader.refresh.finished.observe { ends.value.append($0) }
        begin()
        try await ends.waitUntil { !$0.isEmpty }
        following.dispose()
    }
}

@Suite struct NewsNoticeTests {
    private func notice(_ lines: String, new: Int) -> String? {
        NewsNotice(Config(Array(lines.utf8), path: "config"), new: new, inFeeds: 2, unread: 9, of: [])?.text
    }

    @Test func `a notification follows notify-format`() {
        #expect(notice("notify-format \"%d in %D, %n in %f: 100%%\"", new: 3) == "3 in 2, 9 in 0: 100%")
    }

    @Test func `only notify-always makes lede notify about a refresh without new items`() {
        #expect(notice("", new: 0) == nil)
        #expect(notice("notify-always yes", new: 0) != nil)
    }

    @Test func `an empty notify-format turns notifications off`() {
        #expect(notice("notify-format \"\"", new: 3) == nil)
    }
}

@MainActor @Suite struct `Being offline` {
    private let connection = NetworkState()

    @Test func `the user, a lost route or silent servers make lede offline`() {
        #expect(!connection.isOffline && connection.isWorthTrying)
        connection.toggle()
        #expect(connection.isOffline && !connection.isWorthTrying)
        connection.toggle()
        connection.handle(hasRoute: false)
        #expect(connection.isOffline && !connection.isWorthTrying)
        connection.handle(hasRoute: true)
        connection.recordSilence()
        // A server may answer now, so somebody who asks gets a try.
        #expect(connection.isOffline && connection.isWorthTrying)
        connection.recordAnswer()
        #expect(!connection.isOffline)
    }

    @Test func `a new network gets a new chance`() {
        connection.recordSilence()
        connection.handle(hasRoute: true)
        #expect(!connection.isOffline)
    }

    @Test func `a server that answers proves a network, even without a route to others`() {
        connection.handle(hasRoute: false)
        connection.recordAnswer()
        #expect(!connection.isOffline)
    }

    @Test func `nothing but the user ends what the user has said`() {
        connection.toggle()
        connection.handle(hasRoute: true)
        connection.recordAnswer()
        #expect(connection.isOffline)
    }
}

@Suite @MainActor struct SyncModelTests {
    private func model(of test: TestLibrary, folder: String) -> SyncModel {
        let settings = FolderSettings(path: folder, device: "desk", version: "1.0")
        let syncer = Syncer(test.library, settings: SyncSettings([SyncAccount(settings)]))
        return SyncModel(syncer, LibraryNews(test.library, troubles: noTroubles()))
    }

    @Test func `a mark is sent even if it is made before lede knows what is unsent`() async throws {
        let test = try TestLibrary(items: 1)
        let model = model(of: test, folder: test.home.path)
        try test.library.mark(.item(test.library.items(unreadOnly: false, limit: 1)[0].id), .read)
        #expect(model.agreement == nil)
        try await model.$isRunning.waitUntil { $0 }
    }

    @Test func `a folder that comes back while lede looks for it is tried again at once`() async throws {
        let test = try TestLibrary(items: 1)
        let folder = test.home.path + "/away"
        let model = model(of: test, folder: folder)
        model.watchFolder()
        model.readFolder(.folder(folder), insisting: false)
        model.readFolder(.folder(folder), insisting: true)
        // Otherwise it would wait after the first failure.
        try await model.$accounts.waitUntil { $0.first?.failures == 2 }
    }
}
