import Configuration
import System
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

    @Test func `the starter feeds are URLs, and the first one is a local file`() throws {
        try StarterSet(paths).install()
        let list = try UrlsFile(path: paths.urls).read()
        #expect(list.problems == [])
        #expect(list.urls.first == "file://\(folder.path("data/two words/welcome.xml"))")
        #expect(list.urls.dropFirst().allSatisfy { $0.hasPrefix("https://") })
        #expect(try folder.text(of: "data/two words/welcome.xml").hasPrefix("<?xml"))
    }

    @Test func `an existing urls file is kept`() throws {
        try PrivateFiles.makeDirectory(paths.configDirectory)
        try folder.write("# mine\n", to: "config/lede/urls")
        #expect(throws: FileFailure.self) { try StarterSet(paths).install() }
        #expect(try folder.text(of: "config/lede/urls") == "# mine\n")
    }
}
