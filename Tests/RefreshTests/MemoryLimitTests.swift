import Testing

@testable import Refresh

@Suite struct MemoryLimitTests {
    private var limit = MemoryLimit()

    private mutating func ask(_ count: Int) { for _ in 1...count { limit.begin() } }

    @Test mutating func `no more feeds are fetched at once than the limit`() {
        ask(2)
        #expect(limit.hasRoom(for: 3))
        #expect(!limit.hasRoom(for: 2))
    }

    @Test mutating func `documents of unknown length are expected to be long`() {
        ask(31)
        #expect(limit.hasRoom(for: 256))
        ask(1)
        #expect(!limit.hasRoom(for: 256))
    }

    @Test mutating func `after short documents more feeds are fetched at once`() {
        for _ in 1...20 {
            ask(1)
            limit.receive(1000)
            limit.leave(1000)
        }
        ask(100)
        #expect(limit.hasRoom(for: 256))
    }

    @Test mutating func `no feed is fetched while more than 16 MB wait to be stored`() {
        ask(2)
        limit.receive(20 << 20)
        #expect(!limit.hasRoom(for: 256))
        limit.leave(20 << 20)
        #expect(limit.hasRoom(for: 256))
    }

    @Test mutating func `fetches without a document free their part of the limit`() {
        ask(32)
        for _ in 1...32 { limit.receive(0) }
        #expect(limit.hasRoom(for: 1))
    }

    @Test func `one feed may always be fetched, however long it is`() {
        #expect(limit.hasRoom(for: 0))
    }
}
