import Foundation

/// A first input of a fuzz target, which “make fuzz” and the tests read.
package struct FuzzingSeed: Sendable, CustomStringConvertible {
    package let description: String
    private let bytes: [UInt8]

    /// All seeds of a target.
    package static func all(of target: String) throws -> [FuzzingSeed] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzzing/ConfigurationSeeds/\(target)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
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
}
