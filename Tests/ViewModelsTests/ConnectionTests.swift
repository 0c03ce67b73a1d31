import Testing

@testable import ViewModels

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
