import Dispatch
import Foundation
import Library
import SyncFolder
import System
import TestSupport
import Testing

@testable import Syncing

@Suite struct ArrivalWatchTests {
    private let fellowship: FolderFellowship
    private let told = AsyncStream.makeStream(of: Bool.self)
    private let queue = DispatchQueue(label: "arrivals")

    init() throws { fellowship = try FolderFellowship() }

    private func watch(for fellow: FolderFellow) -> ArrivalWatch {
        let watch = ArrivalWatch(
            in: fellowship.folder, of: fellow.library, calm: .milliseconds(1), on: queue
        ) { [continuation = told.continuation] isBack in continuation.yield(isBack) }
        queue.sync {}
        return watch
    }

    @Test func `it tells of what another device writes, and not of what lede writes`() async throws {
        let (one, other) = (try fellowship.device("one"), try fellowship.device("other"))
        for fellow in [one, other] { try fellow.sync() }
        let count = Locked(0)
        let watch = ArrivalWatch(
            in: fellowship.folder, of: one.library, calm: .milliseconds(1), on: queue
        ) { [continuation = told.continuation] isBack in
            count.withLock { $0 += 1 }
            continuation.yield(isBack)
        }
        queue.sync {}
        let own = try #require(one.library.folderMemory().own(at: one.library.site)?.name)
        // Reports on the same queue, so that the other watch has seen what it has.
        let written = AsyncStream.makeStream(of: Void.self)
        let fence = try FolderWatch([("\(fellowship.folder)/devices/\(own)", nil)], calm: .milliseconds(1)) {
            written.continuation.yield()
        }
        var writes = written.stream.makeAsyncIterator()
        for title in ["Item 1", "Item 3"] {
            try one.mark(title, as: .read)
            try one.sync()
            await writes.next()
        }
        queue.sync {}
        #expect(count.withLock { $0 } == 0)
        var events = told.stream.makeAsyncIterator()
        try other.mark("Item 2", as: .read)
        try other.sync()
        #expect(await events.next() == false)
        withExtendedLifetime((watch, fence)) {}
    }

    @Test func `it tells of the first line of a device that is new`() async throws {
        let one = try fellowship.device("one")
        try one.sync()
        let watch = watch(for: one)
        var events = told.stream.makeAsyncIterator()
        let other = try fellowship.device("other")
        try other.mark("Item 2", as: .read)
        try other.sync()
        while try one.read.isEmpty {
            _ = await events.next()
            try one.sync()
        }
        withExtendedLifetime(watch) {}
    }

    @Test func `it tells that the folder is gone, and that it is back`() async throws {
        let one = try fellowship.device("one")
        try one.sync()
        let watch = watch(for: one)
        var events = told.stream.makeAsyncIterator()
        try FileManager.default.moveItem(atPath: fellowship.folder, toPath: fellowship.folder + "2")
        #expect(await events.next() == false)
        try FileManager.default.moveItem(atPath: fellowship.folder + "2", toPath: fellowship.folder)
        #expect(await events.next() == true)
        withExtendedLifetime(watch) {}
    }
}
