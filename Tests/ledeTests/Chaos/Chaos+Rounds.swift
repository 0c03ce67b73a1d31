import Foundation
import TestSupport

extension TestSupport.Chaos {
    /// Whether this is “make chaos”, which tries everything.
    static var isAsked: Bool { ProcessInfo.processInfo.environment["LEDE_CHAOS_ROUNDS"] != nil }

    /// How many times each fault is tried during each write: once in a test run, a thirtieth of the kills in “make chaos”.
    static var roundsOfEach: ClosedRange<Int> { isAsked ? 1...max(1, rounds(1).upperBound / 30) : 1...1 }
}
