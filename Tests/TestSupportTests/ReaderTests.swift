import Foundation
import Testing

@testable import TestSupport

@Suite struct `A reader` {
    @Test func `the reader ends before its home folder is removed`() throws {
        let script = "echo begun; while :; do mkdir -p $HOME/data/lede; : >$HOME/data/lede/library; done"
        var reader: Reader? = try Home().readerRunning(script)
        try reader?.waitForScreen(showing: "begun")
        let path = try #require(reader).home.path
        reader = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the reader quits with a key`() throws {
        let reader = try Home().readerRunning("stty raw -echo; echo begun; test $(head -c 1) = q")
        try reader.waitForScreen(showing: "begun")
        #expect(try reader.quit() == .status(0))
    }
}

extension Home {
    /// A reader that runs a script as its program, because the real program has its own tests.
    fileprivate func readerRunning(_ script: String) throws -> Reader {
        let environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        return try Reader(home: self, program: "/bin/sh", arguments: ["-c", script], environment: environment)
    }
}
