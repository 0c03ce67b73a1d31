import Configuration
import System
import Testing

@Suite struct ResourcesTests {
    @Test(arguments: ["starter/urls", "starter/welcome.xml"])
    func `a resource is found from the build folder`(name: String) throws {
        let path = try #require(Resources.path(of: name))
        #expect(path.hasSuffix("/Resources/\(name)"))
        #expect(try !PrivateFiles.read(path).isEmpty)
    }

    @Test func `a missing resource isn't found`() {
        #expect(Resources.path(of: "starter/nothing") == nil)
    }
}
