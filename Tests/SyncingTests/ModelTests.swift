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
