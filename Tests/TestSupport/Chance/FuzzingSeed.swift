import Foundation

/// A first input of a fuzz target, which “make fuzz” and the tests read.
package struct FuzzingSeed: Sendable, CustomStringConvertible {
    package let description: String
    package let bytes: [UInt8]

    /// All seeds of a target.
    package static func all(of target: String) throws -> [FuzzingSeed] {
        try all(in: "Fuzzing/ConfigurationSeeds/\(target)")
    }

    /// The files of a folder of the tests.
    package static func all(in folder: String) throws -> [FuzzingSeed] {
        try FileManager.default.contentsOfDirectory(
            at: ProjectFile.url("Tests/" + folder), includingPropertiesForKeys: [.isRegularFileKey]
        ).filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            .sorted { $0.path < $1.path }
            .map { FuzzingSeed(description: $0.lastPathComponent, bytes: [UInt8](try Data(contentsOf: $0))) }
    }

    /// The promises that it breaks, or a copy of it with other bytes, each with that copy.
    package func broken(
        count: Int = 100, adding marks: String = "\"\\`#; \n", _ promises: ([UInt8]) -> [String]
    ) -> [String] {
        ([bytes] + mutations(of: bytes, count: count, adding: marks)).flatMap { bytes in
            promises(bytes).map { "\($0): \(String(decoding: bytes, as: UTF8.self).debugDescription)" }
        }
    }

    /// The promises that it breaks, or a copy of it in which only bytes have changed: no file gets longer.
    package func brokenByChanges(count: Int, _ promises: ([UInt8]) -> [String]) -> [String] {
        var chance = SplitMix(state: 8)
        return promises(bytes)
            + (0..<count).flatMap { _ in
                var changed = bytes
                for _ in 0..<Int.random(in: 1...8, using: &chance) {
                    changed[Int.random(in: 0..<changed.count, using: &chance)] = .random(in: 0...255, using: &chance)
                }
                return promises(changed)
            }
    }

    /// The promises that it breaks if it is cut off.
    package func brokenByCuts(step: Int = 1, _ promises: ([UInt8]) -> [String]) -> [String] {
        stride(from: 0, through: bytes.count, by: step).flatMap { promises(Array(bytes.prefix($0))) }
    }
}
