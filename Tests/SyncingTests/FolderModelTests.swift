import TestSupport
import Testing

@Suite struct FolderModelTests {
    @Test(arguments: RandomCourses.parts)
    func `three devices with a folder agree in the end, and nothing that was done last is lost`(part: UInt64) throws {
        let home = try Home()
        let template = home.path + "/template.db"
        try FolderModelCourse.makeTemplate(at: template)
        RandomCourses(usually: 40).run(part) { try FolderModelCourse(seed: $0, template: template).run(steps: 40) }
    }
}
