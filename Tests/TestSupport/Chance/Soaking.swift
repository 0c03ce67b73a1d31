import Foundation

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
