import Foundation
import Testing

/// Random courses of a model, a part of them in each test case: some dozens in every run, more with
/// “LEDE_SYNC_COURSES=10000”, and others with “LEDE_SYNC_SEED=7”.
struct RandomCourses {
    static let parts = 0..<4 as Range<UInt64>

    private static let environment = ProcessInfo.processInfo.environment
    private static let first = environment["LEDE_SYNC_SEED"].flatMap { UInt64($0) } ?? 1

    private let count: UInt64

    init(usually count: UInt64) {
        self.count = Self.environment["LEDE_SYNC_COURSES"].flatMap { UInt64($0) } ?? count
    }

    /// Runs the courses of a part, up to the first that goes wrong.
    func run(_ part: UInt64, _ course: (_ seed: UInt64) throws -> Void) {
        for number in 0..<count where number % 4 == part {
            do {
                try course(Self.first + number)
            } catch {
                Issue.record(error, "\(error)")
                return
            }
        }
    }
}
