import Foundation
import Testing

@testable import TestSupport

@Suite struct `A home` {
    @Test func `other users cannot read a test's home folder`() throws {
        let home = try Home()
        for folder in [home.path] + ["config", "data", "cache", "state"].map({ "\(home.path)/\($0)" }) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `the environment points a program to the home folder`() throws {
        let home = try Home()
        #expect(Set(home.environment.keys.filter { $0.hasPrefix("XDG_") }).count == 4)
        #expect(home.environment.values.allSatisfy { $0.hasPrefix(home.path) })
        #expect(try home.config == "\(#require(home.environment["XDG_CONFIG_HOME"]))/lede")
    }

    @Test func `a home folder has the files written to it`() throws {
        let home = try Home(isAutomatic: true)
        try home.write(urls: ["https://example.org/a", "https://example.org/b  tag"])
        try home.write(config: "preview yes\n")
        #expect(
            try String(contentsOfFile: "\(home.config)/urls", encoding: .utf8)
                == "https://example.org/a\nhttps://example.org/b  tag\n")
        #expect(try String(contentsOfFile: "\(home.config)/config", encoding: .utf8) == "preview yes\n")
    }

    @Test func `a reader of a home folder refreshes by itself only if the test asks for that`() throws {
        let home = try Home()
        try home.write(urls: [])
        try home.write(config: "preview yes\n")
        #expect(
            try String(contentsOfFile: "\(home.config)/config", encoding: .utf8) == "preview yes\nauto-reload no\n")
    }

    @Test func `a home folder is removed with its last owner`() throws {
        var home: Home? = try Home()
        try home?.write(urls: [])
        let path = try #require(home).path
        #expect(FileManager.default.fileExists(atPath: path))
        home = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `every test has its own home folder`() throws {
        #expect(try Home().path != Home().path)
    }
}

@Suite struct `The folder of the tests' process` {
    @Test func `what tests started and made is gone after their process, even what has a session of its own`() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let lifeline = try Lifeline(in: home)
        var folder: RunFolder? = try RunFolder()
        let path = try #require(folder).path
        #expect(FileManager.default.createFile(atPath: "\(path)/file", contents: nil))
        let unread = try Descriptor.pipe().writing
        let shell = try Launch(
            program: "/bin/sh", arguments: ["-c", "\(lifeline.take); setsid sleep 1000 & exec sleep 1000"],
            environment: try #require(folder).marking(["PATH": "/usr/bin:/bin"])
        ).startForGood(on: .pipes(input: nil, output: unread, errors: unread))
        try lifeline.waitUntilTaken()
        folder = nil
        try lifeline.waitUntilReleased()
        #expect(shell.ended.wait(until: Deadline()) && shell.exit == .signal(SIGKILL))
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
