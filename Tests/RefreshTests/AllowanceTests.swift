import Testing

@testable import Refresh

@Suite struct AllowanceTests {
    private var allowance = Allowance()

    private mutating func ask(_ count: Int) { for _ in 1...count { allowance.ask() } }

    @Test mutating func `no more feeds are fetched at once than the limit`() {
        ask(2)
        #expect(allowance.hasRoom(for: 3))
        #expect(!allowance.hasRoom(for: 2))
    }

    @Test mutating func `documents of unknown length are expected to be long`() {
        ask(31)
        #expect(allowance.hasRoom(for: 256))
        ask(1)
        #expect(!allowance.hasRoom(for: 256))
    }

    @Test mutating func `after short documents more feeds are fetched at once`() {
        for _ in 1...20 {
            ask(1)
            allowance.receive(1000)
            allowance.leave(1000)
        }
        ask(100)
        #expect(allowance.hasRoom(for: 256))
    }

    @Test mutating func `no feed is fetched while more than 16 MB wait to be stored`() {
        ask(2)
        allowance.receive(20 << 20)
        #expect(!allowance.hasRoom(for: 256))
        allowance.leave(20 << 20)
        #expect(allowance.hasRoom(for: 256))
    }

    @Test mutating func `fetches without a document free their allowance`() {
        ask(32)
        for _ in 1...32 { allowance.receive(0) }
        #expect(allowance.hasRoom(for: 1))
    }

    @Test func `one feed may always be fetched, however long it is`() {
        #expect(allowance.hasRoom(for: 0))
    }
}
