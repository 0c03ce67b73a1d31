import Foundation
import Testing

@testable import TestSupport

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
