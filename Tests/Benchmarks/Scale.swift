import Foundation

/// How much is measured. With `LEDE_BENCH_QUICK` it is little, to try the benchmarks themselves: the figures then tell nothing.
enum Scale {
    static let isTrial = ProcessInfo.processInfo.environment["LEDE_BENCH_QUICK"] != nil

    static let tenThousand = isTrial ? 2000 : 10_000
    static let hundredThousand = isTrial ? 5000 : 100_000
    static let million = isTrial ? 20_000 : 1_000_000

    static func runs(_ count: Int) -> Int { isTrial ? max(3, count / 20) : count }

    /// The part that a trial measures of what is the same for many sizes or kinds.
    static func some<Element>(_ all: [Element]) -> [Element] { isTrial ? Array(all.prefix(2)) : all }
}
