import Foundation
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct ModelTests {
    /// A few hundred courses in every run; more with “LEDE_SYNC_COURSES=10000”, and others with “LEDE_SYNC_SEED=7”.
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["LEDE_SYNC_COURSES"].flatMap { UInt64($0) } ?? 200
    private static let first = environment["LEDE_SYNC_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `three libraries and a server agree in the end, and nothing that was done last is lost`(part: UInt64) throws {
        let home = try Home()
        let template = home.path + "/template.db"
        try ModelCourse.makeTemplate(at: template)
        for number in 0..<Self.count where number % 4 == part {
            let course = try ModelCourse(seed: Self.first + number, template: template)
            do {
                try course.run(steps: 40)
            } catch {
                Issue.record(error, "\(error)")
                return
            }
        }
    }
}
