import Foundation

/// How many times tests kill something at random.
package enum Chaos {
    /// A few times in every test run, hundreds of times with “make chaos”.
    package static func rounds(_ usually: Int) -> ClosedRange<Int> {
        1...(ProcessInfo.processInfo.environment["LEDE_CHAOS_ROUNDS"].flatMap { Int($0) } ?? usually)
    }
}
