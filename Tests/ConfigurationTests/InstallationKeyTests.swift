import Configuration
import Foundation
import TestSupport
import Testing

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
