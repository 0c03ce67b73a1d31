import ConfigurationPromises
import Foundation
import Testing

@Suite struct `A file that fuzzing begins with, or that once broke a promise,` {
    @Test(arguments: try files("urls"))
    func `breaks none as a urls file`(file: URL) throws {
        #expect(UrlsPromises.broken(by: [UInt8](try Data(contentsOf: file))) == [])
    }

    @Test(arguments: try files("opml"))
    func `breaks none as a list of subscriptions`(file: URL) throws {
        #expect(OPMLPromises.broken(by: [UInt8](try Data(contentsOf: file))) == [])
    }

    private static func files(_ kind: String) throws -> [URL] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/ConfigurationSeeds/\(kind)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
