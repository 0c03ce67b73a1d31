import TestSupport
import Testing

@Suite(.blocking, .serialized) struct SoakTests {
    @Test func `readers survive careless keys, a bad server, changing files and other processes, and lose nothing`()
        throws
    {
        print("Soaking for \(Soaking.seconds) s with LEDE_SOAK_SEED=\(Soaking.seed)")
        print(try Soak(seed: Soaking.seed).run(seconds: Soaking.seconds))
    }
}
