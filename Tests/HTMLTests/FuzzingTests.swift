import Foundation
import HTMLPromises
import Testing

struct FuzzingTests {
    @Test(arguments: try seeds())
    func `a page from the fuzzing seeds breaks no promise`(seed: URL) throws {
        #expect(HTMLPromises.broken(by: [UInt8](try Data(contentsOf: seed))) == [])
    }

    @Test(arguments: try seeds())
    func `a page that is cut off anywhere breaks no promise`(seed: URL) throws {
        let page = [UInt8](try Data(contentsOf: seed))
        for length in page.indices { #expect(HTMLPromises.broken(by: Array(page[..<length])) == []) }
    }

    private static func seeds() throws -> [URL] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Fuzzing/HTMLSeeds"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
