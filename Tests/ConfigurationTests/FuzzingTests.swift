import ConfigurationPromises
import Foundation
import TestSupport
import Testing

@Suite struct `A file that fuzzing begins with, or that once broke a promise,` {
    @Test(arguments: try files("urls"))
    func `breaks none as a urls file, whatever becomes of its bytes`(file: URL) throws {
        let seed = [UInt8](try Data(contentsOf: file))
        for bytes in [seed] + mutations(of: seed) { #expect(UrlsPromises.broken(by: bytes) == []) }
    }

    @Test(arguments: try files("opml"))
    func `breaks none as a list of subscriptions, whatever becomes of its bytes`(file: URL) throws {
        let seed = [UInt8](try Data(contentsOf: file))
        for bytes in [seed] + mutations(of: seed, adding: "<>&;\"'/") {
            #expect(OPMLPromises.broken(by: bytes) == [])
        }
    }

    private static func files(_ kind: String) throws -> [URL] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/ConfigurationSeeds/\(kind)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
