import Configuration
import Testing

@Suite struct PathsTests {
    @Test func `files are in the folders of the XDG specification below the home folder`() {
        let paths = Paths(environment: ["HOME": "/home/me"])
        #expect(paths.urls == "/home/me/.config/lede/urls")
        #expect(paths.library == "/home/me/.local/share/lede/library.db")
        #expect(paths.pictures == "/home/me/.cache/lede/pictures")
    }

    @Test func `the XDG variables name other folders`() {
        let paths = Paths(environment: [
            "HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/e"
        ])
        #expect(paths.urls == "/c/lede/urls")
        #expect(paths.pictures == "/e/lede/pictures")
        #expect(paths.library == "/d/lede/library.db")
    }

    @Test(arguments: ["", "relative", "./here", "~/there"])
    func `an XDG variable that isn't an absolute path is ignored`(value: String) {
        let paths = Paths(environment: ["HOME": "/home/me", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value])
        #expect(paths == Paths(environment: ["HOME": "/home/me"]))
    }

    @Test func `folders named on the command line override others`() {
        let paths = Paths(
            environment: ["HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"],
            configDirectory: "/mine", dataDirectory: "there")
        #expect(paths.urls == "/mine/urls")
        #expect(paths.library == "there/library.db" && paths.pictures == "there/pictures")
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `the system's home folder is used if the environment has none`(environment: [String: String]) {
        #expect(Paths(environment: environment).configDirectory.hasPrefix("/"))
        #expect(Paths(environment: environment).configDirectory.hasSuffix("/.config/lede"))
    }

    @Test(arguments: ["/a/~", "~me/a", "a~/b", "a", ""])
    func `only a tilde for the home folder is expanded`(path: String) {
        #expect(Paths(environment: ["HOME": "/home/me"]).expandingHome(path) == path)
    }

    @Test func `a tilde at the start is the home folder`() {
        let paths = Paths(environment: ["HOME": "/home/me"])
        #expect(paths.expandingHome("~/a b/c") == "/home/me/a b/c")
        #expect(paths.expandingHome("~") == "/home/me")
    }
}
