import Foundation
import TestSupport
import Testing

@Suite struct FolderModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["LEDE_SYNC_COURSES"].flatMap { UInt64($0) } ?? 100
    private static let first = environment["LEDE_SYNC_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `three devices with a folder agree in the end, and nothing that was done last is lost`(part: UInt64) throws {
        let home = try Home()
        let template = home.path + "/template.db"
        try FolderModelCourse.makeTemplate(at: template)
        for number in 0..<Self.count where number % 4 == part {
            do {
                try FolderModelCourse(seed: Self.first + number, template: template).run(steps: 40)
            } catch {
                Issue.record(error, "\(error)")
                return
            }
        }
    }
}
