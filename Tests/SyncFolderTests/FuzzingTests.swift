import Foundation
import SyncFolderPromises
import TestSupport
import Testing

@Suite struct `Fuzzing of shared folders` {
    private static let seeds = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzzing/SyncFolderSeeds")

    private static var files: [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: seeds, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }

    @Test func `fuzzing has seeds of shared folders`() { #expect(Self.files.count >= 8) }

    @Test(arguments: files)
    func `a file of a folder breaks no promise, whatever happens to its bytes`(file: URL) throws {
        let promises = try FolderPromises()
        let seed = [UInt8](try Data(contentsOf: file))
        #expect(promises.broken(by: seed) == [])
        var chance = SplitMix(state: 9)
        for _ in 0..<100 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...8, using: &chance) {
                bytes[Int.random(in: 0..<bytes.count, using: &chance)] = .random(in: 0...255, using: &chance)
            }
            #expect(promises.broken(by: bytes) == [])
        }
    }
}
