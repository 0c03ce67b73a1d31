import Configuration
import Files
import Testing

@Suite struct ResourcesTests {
    @Test(arguments: ["starter/urls", "starter/welcome.xml"])
    func `what comes with lede is found from where it was built`(name: String) throws {
        let path = try #require(Resources.path(of: name))
        #expect(path.hasSuffix("/Resources/\(name)"))
        #expect(try !PrivateFiles.read(path).isEmpty)
    }

    @Test func `what does not come with lede is not found`() {
        #expect(Resources.path(of: "starter/nothing") == nil)
    }
}
