import ConfigurationPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of the config file` {
    @Test(arguments: try FuzzingSeed.all(of: "config"))
    func `a config file breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(ConfigPromises.broken) == [])
    }
}
