import Foundation
import TestSupport
import Testing

@testable import Library
@testable import Syncing

@Suite struct ModelTests {
    @Test(arguments: RandomCourses.parts)
    func `three libraries and a server agree in the end, and nothing that was done last is lost`(part: UInt64) throws {
        let home = try Home()
        let template = home.path + "/template.db"
        try ModelCourse.makeTemplate(at: template)
        RandomCourses(usually: 80).run(part) { try ModelCourse(seed: $0, template: template).run(steps: 40) }
    }
}

@Suite struct FolderModelTests {
    @Test(arguments: RandomCourses.parts)
    func `three devices with a folder agree in the end, and nothing that was done last is lost`(part: UInt64) throws {
        let home = try Home()
        let template = home.path + "/template.db"
        try FolderModelCourse.makeTemplate(at: template)
        RandomCourses(usually: 40).run(part) { try FolderModelCourse(seed: $0, template: template).run(steps: 40) }
    }
}

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
