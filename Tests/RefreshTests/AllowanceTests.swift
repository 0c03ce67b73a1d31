import Testing

@testable import Refresh

@Suite struct AllowanceTests {
    private var allowance = Allowance()

    private mutating func ask(_ count: Int) { for _ in 1...count { allowance.ask() } }

    @Test mutating func `no more feeds are asked for at once than are wanted`() {
        ask(2)
        #expect(allowance.hasRoom(for: 3))
        #expect(!allowance.hasRoom(for: 2))
    }

    @Test mutating func `before anybody knows how long documents are, they are taken for long ones`() {
        ask(31)
        #expect(allowance.hasRoom(for: 256))
        ask(1)
        #expect(!allowance.hasRoom(for: 256))
    }

    @Test mutating func `after short ones more are asked for at once`() {
        for _ in 1...20 {
            ask(1)
            allowance.receive(1000)
            allowance.leave(1000)
        }
        ask(100)
        #expect(allowance.hasRoom(for: 256))
    }

    @Test mutating func `while more than 16 MB wait to be stored nothing is asked for`() {
        ask(2)
        allowance.receive(20 << 20)
        #expect(!allowance.hasRoom(for: 256))
        allowance.leave(20 << 20)
        #expect(allowance.hasRoom(for: 256))
    }

    @Test mutating func `what was asked for and has brought nothing leaves its room to others`() {
        ask(32)
        for _ in 1...32 { allowance.receive(0) }
        #expect(allowance.hasRoom(for: 1))
    }

    @Test func `one may always be asked for, however long it may be`() {
        #expect(allowance.hasRoom(for: 0))
    }
}
