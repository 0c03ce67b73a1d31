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
        var chance = SplitMix(state: 8)
        for _ in 0..<300 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...8, using: &chance) {
                let place = Int.random(in: 0..<bytes.count, using: &chance)
                switch Int.random(in: 0...3, using: &chance) {
                case 0: bytes[place] = .random(in: 0...255, using: &chance)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert("\"\\`#; \n".utf8.randomElement(using: &chance) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                }
                if bytes.isEmpty { break }
            }
            #expect(ConfigPromises.broken(by: bytes) == [])
        }
    }
}
