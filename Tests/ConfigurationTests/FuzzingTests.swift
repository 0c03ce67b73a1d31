import ConfigurationPromises
import Foundation
import TestSupport
import Testing

@Suite struct `Fuzzing of the urls file and OPML` {
    @Test(arguments: try files("urls"))
    func `a urls file breaks no promise, whatever happens to its bytes`(file: URL) throws {
        let seed = [UInt8](try Data(contentsOf: file))
        for bytes in [seed] + mutations(of: seed) { #expect(UrlsPromises.broken(by: bytes) == []) }
    }

    @Test(arguments: try files("opml"))
    func `a list of subscriptions breaks no promise, whatever happens to its bytes`(file: URL) throws {
        let seed = [UInt8](try Data(contentsOf: file))
        for bytes in [seed] + mutations(of: seed, adding: "<>&;\"'/") {
            #expect(OPMLPromises.broken(by: bytes) == [])
        }
    }

    @Test func `settings that devices share break no promise, whatever happens to their bytes`() throws {
        let seed = [UInt8](try Data(contentsOf: Self.tests.appending(path: "Fuzzing/SyncFolderSeeds/settings.txt")))
        for bytes in [seed] + mutations(of: seed, adding: "\n\"\\~#:, ") {
            #expect(SharedFeedPromises.broken(by: bytes) == [])
        }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static func files(_ kind: String) throws -> [URL] {
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/ConfigurationSeeds/\(kind)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
