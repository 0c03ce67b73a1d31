import TestSupport
import Testing

@Suite(.blocking) struct `A preloaded library` {
    @Test(.enabled(if: ChaosStrike.hasClock, "libfaketime isn't installed (“make test” does that), or hangs"))
    func `lede gets its words even if a preloaded library moves the environment`() throws {
        let run = try Lede.run("help", "unread", home: Home(), environment: ChaosStrike.clock("+1d"))
        #expect(run.status == 0 && run.output.hasPrefix("Usage: lede unread"), "\(run)")
    }
}
