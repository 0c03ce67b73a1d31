import Configuration
import Files
import TestSupport
import Testing

@Suite struct StarterSetTests {
    private let folder: Folder
    private let paths: Paths

    init() throws {
        folder = try Folder()
        paths = Paths(
            environment: [:], configDirectory: folder.path("config/lede"), dataDirectory: folder.path("data/two words"))
    }

    @Test func `the starter feeds are addresses, and the first is a file that comes along`() throws {
        try StarterSet(paths).install()
        let list = try UrlsFile(path: paths.urls).read()
        #expect(list.problems == [])
        #expect(list.urls.first == "file://\(folder.path("data/two words/welcome.xml"))")
        #expect(list.urls.dropFirst().allSatisfy { $0.hasPrefix("https://") })
        #expect(try folder.text(of: "data/two words/welcome.xml").hasPrefix("<?xml"))
    }

    @Test func `a urls file that is there already stays as it is`() throws {
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try folder.write("# mine\n", to: "config/lede/urls")
        #expect(throws: FileFailure.self) { try StarterSet(paths).install() }
        #expect(try folder.text(of: "config/lede/urls") == "# mine\n")
    }
}
