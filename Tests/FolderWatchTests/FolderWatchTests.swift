import Dispatch
import FolderWatch
import Foundation
import Locks
import TestSupport
import Testing

@Suite struct `A watch over files` {
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

    @Test func `tells when one is made, has another put in its place, and is gone`() async throws {
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

    @Test func `says nothing of others in the folder`() async throws {
        let count = Locked(0)
        let watch = try FolderWatch([(home.path, "meant")], calm: .milliseconds(1)) {
            count.withLock { $0 += 1 }
        }
        // On the same queue, so that the first has heard of it when the second tells.
        let both = try self.watch(home.path, "other")
        var events = told.stream.makeAsyncIterator()
        try write("other")
        await events.next()
        #expect(count.withLock { $0 } == 0)
        withExtendedLifetime((watch, both)) {}
    }

    @Test func `tells of what is written to a file that stays open, where that is meant`() async throws {
        try write("meant")
        let file = try FileHandle(forWritingTo: URL(filePath: home.path + "/meant"))
        let watch = try self.watch(home.path, "meant", eachWrite: true)
        var events = told.stream.makeAsyncIterator()
        try file.write(contentsOf: Data("more".utf8))
        await events.next()
        withExtendedLifetime((watch, file)) {}
    }

    @Test func `is none where there is no folder`() {
        #expect(throws: WatchFailure.other(reason: "No such file or directory")) {
            try self.watch(home.path + "/nothing", "meant")
        }
    }
}
