import Foundation

/// How often something is killed at random, in tests that do.
package enum Chaos {
    /// A few times in every run of the tests, hundreds of times in “make chaos”.
    package static func rounds(_ usually: Int) -> ClosedRange<Int> {
        1...(ProcessInfo.processInfo.environment["LEDE_CHAOS_ROUNDS"].flatMap { Int($0) } ?? usually)
    }
}
