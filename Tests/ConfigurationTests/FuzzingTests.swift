import ConfigurationPromises
import Foundation
import TestSupport
import Testing

@Suite struct `Fuzzing of the urls file and OPML` {
    @Test(arguments: try FuzzingSeed.all(of: "urls"))
    func `a urls file breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(UrlsPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "opml"))
    func `a list of subscriptions breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "<>&;\"'/", OPMLPromises.broken) == [])
    }

    @Test func `settings that devices share break no promise, whatever happens to their bytes`() throws {
        let seed = [UInt8](try Data(contentsOf: Self.tests.appending(path: "Fuzzing/SyncFolderSeeds/settings.txt")))
        for bytes in [seed] + mutations(of: seed, adding: "\n\"\\~#:, ") {
            #expect(SharedFeedPromises.broken(by: bytes) == [])
        }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
}
