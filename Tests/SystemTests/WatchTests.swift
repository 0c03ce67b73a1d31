import Dispatch
import Foundation
import System
import TestSupport
import Testing

@Suite struct `A watch of files` {
    private let home: Home
    private let told = AsyncStream.makeStream(of: Void.self)

    init() throws {
        home = try Home()
    }

    private func watch(_ folder: String, _ name: String, eachWrite: Bool = false) throws -> FolderWatch {
        try FolderWatch([(folder, name)], eachWrite: eachWrite, calm: .milliseconds(1)) {
            [continuation = told.continuation] in continuation.yield()
        }
    }

    private func write(_ name: String) throws { try Data("text".utf8).write(to: URL(filePath: home.path + "/" + name)) }

    @Test func `a watch reports that a file is created, replaced and removed`() async throws {
        let watch = try self.watch(home.path, "meant")
        var events = told.stream.makeAsyncIterator()
        try write("meant")
        await events.next()
        try write("draft")
        #expect(rename(home.path + "/draft", home.path + "/meant") == 0)
        await events.next()
        try FileManager.default.removeItem(atPath: home.path + "/meant")
        await events.next()
        withExtendedLifetime(watch) {}
    }

    @Test func `a watch ignores other files in the folder`() async throws {
        let count = Locked(0)
        let watch = try FolderWatch([(home.path, "meant")], calm: .milliseconds(1)) {
            count.withLock { $0 += 1 }
        }
        // On the same queue, so that the first watch has seen the event when the second one reports.
        let both = try self.watch(home.path, "other")
        var events = told.stream.makeAsyncIterator()
        try write("other")
        await events.next()
        #expect(count.withLock { $0 } == 0)
        withExtendedLifetime((watch, both)) {}
    }

    @Test func `a watch reports writes to an open file if requested`() async throws {
        try write("meant")
        let file = try FileHandle(forWritingTo: URL(filePath: home.path + "/meant"))
        let watch = try self.watch(home.path, "meant", eachWrite: true)
        var events = told.stream.makeAsyncIterator()
        try file.write(contentsOf: Data("more".utf8))
        await events.next()
        withExtendedLifetime((watch, file)) {}
    }

    @Test func `a missing folder can't be watched`() {
        #expect(throws: WatchFailure.other(reason: "No such file or directory")) {
            try self.watch(home.path + "/nothing", "meant")
        }
    }
}

// Coming and going of routes is tested with the whole program, in a network namespace of its own: “OfflineTests”.
@Suite struct `Watching the network` {
    @Test func `a machine with a default route has one, and one without has none`() throws {
        let routes = try String(contentsOfFile: "/proc/net/route", encoding: .utf8).split(separator: "\n").dropFirst()
        let hasDefault = routes.contains { $0.split(separator: "\t")[1...].first == "00000000" }
        let watch = try #require(NetworkWatch(on: DispatchQueue(label: "test")) { _ in })
        #expect(watch.hasRoute == NetworkWatch.hasRoute)
        if hasDefault { #expect(watch.hasRoute) }
    }
}
