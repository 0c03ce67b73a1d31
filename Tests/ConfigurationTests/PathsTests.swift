import Configuration
import Foundation
import System
import TestSupport
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

@Suite struct `The history of a prompt` {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state/history.command")
    }

    @Test func `a history has each line once, the latest last, up to its limit`() throws {
        let file = HistoryFile(path: path)
        for text in ["one", "two", "three", "one", "a\nb"] { try file.add(text, keeping: 3) }
        #expect(file.read() == ["three", "one", "a b"])
    }

    @Test func `only the user can read a history`() throws {
        try HistoryFile(path: path).add("one", keeping: 3)
        #expect(try folder.mode(of: "state/history.command") == 0o600)
    }

    @Test func `a missing or damaged history is no problem`() throws {
        #expect(HistoryFile(path: path).read().isEmpty)
        try FileManager.default.createDirectory(atPath: folder.path("state"), withIntermediateDirectories: true)
        try Data([0xFF, 0x0A, 0x61]).write(to: URL(fileURLWithPath: path))
        #expect(HistoryFile(path: path).read() == ["\u{FFFD}", "a"])
    }
}

@Suite struct InstallationKeyTests {
    private let home: Home
    private let path: String

    init() throws {
        home = try Home()
        path = home.state + "/key"
    }

    @Test func `a key is created once, and only the user can read it`() throws {
        let key = try #require(InstallationKey(path: path).bytes)
        #expect(key.count == 32)
        #expect(InstallationKey(path: path).bytes == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let other = try #require(InstallationKey(path: home.path + "/other").bytes)
        #expect(other != key)
    }

    @Test(arguments: ["mode", "short", "link"])
    func `a key that others may know, or that is invalid, isn't used`(fault: String) throws {
        _ = InstallationKey(path: path).bytes
        switch fault {
        case "mode": try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        case "short": try Data("short".utf8).write(to: URL(filePath: path))
        default:
            try FileManager.default.moveItem(atPath: path, toPath: path + ".other")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".other")
        }
        #expect(InstallationKey(path: path).bytes == nil)
    }

    @Test func `another data folder doesn't bring its own key`() {
        let paths = Paths(environment: home.environment, dataDirectory: "/theirs")
        #expect(paths.key == path)
    }

    @Test func `no key is created where nothing can be written`() {
        #expect(InstallationKey(path: "/dev/null/lede/key").bytes == nil)
    }
}
