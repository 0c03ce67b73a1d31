import Foundation

/// Random numbers that are the same on every run.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Copies of a text with a few bytes changed, left out or added. They are the same on every run, and few: “make fuzz” tries
/// millions.
package func mutations(of seed: [UInt8], count: Int = 100, adding marks: String = "\"\\`#; \n") -> [[UInt8]] {
    var chance = SplitMix(state: 8)
    return (0..<count).map { _ in
        var bytes = seed
        for _ in 0..<Int.random(in: 1...8, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0...3, using: &chance) {
            case 0: bytes[place] = .random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(marks.utf8.randomElement(using: &chance) ?? 0, at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            }
        }
        return bytes
    }
}

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

/// How long the soak takes, and with which chance.
package enum Soaking {
    /// Half a minute in every test run, ten minutes with “make soak”.
    package static let seconds = (number("LEDE_SOAK_MINUTES") ?? 0.5) * 60

    /// Whether the tests were started for the soak, without others.
    package static let isAlone = number("LEDE_SOAK_MINUTES") != nil

    /// A new one each time, unless a run is to be repeated.
    package static let seed = number("LEDE_SOAK_SEED").map { UInt64($0) } ?? .random(in: 1...999_999)

    private static func number(_ name: String) -> Double? {
        ProcessInfo.processInfo.environment[name].flatMap { Double($0) }
    }
}

/// How many times tests kill something at random.
package enum Chaos {
    /// A few times in every test run, hundreds of times with “make chaos”.
    package static func rounds(_ usually: Int) -> ClosedRange<Int> {
        1...(ProcessInfo.processInfo.environment["LEDE_CHAOS_ROUNDS"].flatMap { Int($0) } ?? usually)
    }
}
