import ConfigurationPromises
import Foundation
import TestSupport
import Testing

@Suite struct `A config file that fuzzing begins with,` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzzing/ConfigurationSeeds/config")

    @Test(arguments: ["everything", "keys", "theme"])
    func `breaks no promise, whatever becomes of its bytes`(name: String) throws {
        let seed = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
        #expect(ConfigPromises.broken(by: seed) == [])
        for bytes in mutations(of: seed) { #expect(ConfigPromises.broken(by: bytes) == []) }
    }
}
