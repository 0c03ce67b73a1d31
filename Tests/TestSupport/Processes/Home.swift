import Foundation
import Glibc

/// A home folder for one test. It starts empty and is removed with this object.
package final class Home: Sendable {
    package let path: String
    /// Whether readers refresh by themselves here. Usually only the test decides when feeds are fetched.
    private let isAutomatic: Bool

    package init(isAutomatic: Bool = false) throws {
        self.isAutomatic = isAutomatic
        path = try TemporaryFolder.make(for: "home")
        for folder in ["config", "data", "cache", "state"] { try makeFolder("\(path)/\(folder)") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folders that lede creates when it needs them.
    package var config: String { "\(path)/config/lede" }
    package var data: String { "\(path)/data/lede" }
    package var cache: String { "\(path)/cache/lede" }
    package var state: String { "\(path)/state/lede" }

    /// The environment that makes a program use this home folder only.
    package var environment: [String: String] {
        [
            "HOME": path,
            "XDG_CONFIG_HOME": "\(path)/config",
            "XDG_DATA_HOME": "\(path)/data",
            "XDG_CACHE_HOME": "\(path)/cache",
            "XDG_STATE_HOME": "\(path)/state"
        ]
    }

    /// Writes the urls file, one entry per line.
    package func write(urls: [String]) throws {
        try write(urls.map { $0 + "\n" }.joined(), to: "\(config)/urls")
    }

    /// Writes the config file.
    package func write(config text: String) throws {
        try write(text, to: "\(config)/config")
        try keepFromRefreshing()
    }

    /// Adds the line to the config file that keeps readers from refreshing by themselves, unless the file decides that.
    package func keepFromRefreshing() throws {
        let file = "\(config)/config"
        guard !isAutomatic, FileManager.default.fileExists(atPath: "\(config)/urls") else { return }
        if !FileManager.default.fileExists(atPath: file) { return try write("auto-reload no\n", to: file) }
        // Some tests make it unreadable, or put something else in its place.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8), !text.contains("auto-reload"),
            let handle = FileHandle(forWritingAtPath: file)
        else { return }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data((text.isEmpty || text.hasSuffix("\n") ? "" : "\n").utf8))
        try handle.write(contentsOf: Data("auto-reload no\n".utf8))
        try handle.close()
    }

    /// Writes a shell script and returns its path.
    ///
    /// A process of its own writes it. If this process did, another process that a test starts at that moment would
    /// inherit the open file, and the system doesn't run a program while it is open for writing.
    package func writeProgram(_ name: String, _ script: String) throws -> String {
        let program = "\(path)/\(name)"
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "cat > \"$0\" && chmod 700 \"$0\"", program],
            environment: ["PATH": "/usr/bin:/bin"], input: Array("#!/bin/sh\n\(script)\n".utf8))
        guard run.status == 0 else { throw SystemFailure("writing \(program)") }
        return program
    }

    private func write(_ text: String, to file: String) throws {
        try makeFolder(config)
        let made = FileManager.default.createFile(
            atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard made else { throw SystemFailure("writing \(file)") }
    }

    private func makeFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
}
