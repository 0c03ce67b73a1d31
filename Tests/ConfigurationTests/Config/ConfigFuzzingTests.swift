import ConfigurationPromises
import Foundation
import TestSupport
import Testing

@Suite struct `Fuzzing of the config file` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzzing/ConfigurationSeeds/config")

    @Test(arguments: ["everything", "keys", "theme"])
    func `a config file breaks no promise, whatever happens to its bytes`(name: String) throws {
        let seed = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        #expect(ConfigPromises.broken(by: seed) == [])
        for bytes in mutations(of: seed) { #expect(ConfigPromises.broken(by: bytes) == []) }
    }
}
