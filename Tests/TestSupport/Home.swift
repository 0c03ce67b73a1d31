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

extension Home {
    /// A home with one feed, a file beside its folders.
    package static func reading(_ feed: SampleFeed) throws -> Home {
        let home = try Home()
        try Data(feed.rss.utf8).write(to: URL(filePath: "\(home.path)/feed"))
        try home.write(urls: ["file://\(home.path)/feed"])
        return home
    }

    /// The homes of two devices that share a folder, and a server with a feed of three items.
    package static func twoDevices() throws -> (laptop: Home, desk: Home, folder: String, server: LoopbackServer) {
        let (laptop, desk) = try (Home(), Home())
        let folder = laptop.path + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (home, name) in [(laptop, "laptop"), (desk, "desk")] {
            try home.write(config: "sync-folder \(folder)\ndevice-name \(name)\n")
        }
        let items = (1...3).map { SampleFeed.Item(title: "Item \($0)", link: "https://example.org/\($0)") }
        let feed = SampleFeed(title: "News", items: items).rss
        return (laptop, desk, folder, try LoopbackServer { _ in Answer(200, body: feed) })
    }
}

/// A folder for the files of one test, removed with this value.
package struct Folder {
    private let home: Home

    package init() throws {
        home = try Home()
    }

    package func path(_ name: String) -> String { "\(home.path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
        return path(name)
    }

    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    package func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

    package func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    package func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}

/// Makes folders that nobody else uses. Whoever asks for one removes it.
package enum TemporaryFolder {
    /// `purpose` is a word of its name.
    package static func make(for purpose: String) throws -> String {
        try make(at: "\(RunFolder.shared.get().path)/\(purpose)")
    }

    fileprivate static func make(at path: String) throws(SystemFailure) -> String {
        var template = Array("\(path)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The folder of this process for all that its tests make. Once the process is gone, even if it was killed, a shell ends
/// the processes that the tests started, unmounts their disks and removes the folder.
final class RunFolder: Sendable {
    static let shared = Result { () throws(SystemFailure) in try RunFolder() }

    let path: String
    private let shell: ChildProcess
    /// Stays open as long as this process lives. The shell waits for its end.
    private let lifeline: Descriptor

    init() throws(SystemFailure) {
        // A temporary folder may end with a slash.
        path = try TemporaryFolder.make(at: URL(filePath: NSTemporaryDirectory()).appending(path: "lede").path)
        let (waiting, lifeline) = try Descriptor.pipe()
        let unread = try Descriptor.pipe().writing
        self.lifeline = lifeline
        shell = try Launch(program: "/bin/sh", arguments: ["-c", Self.script, path], environment: [:])
            .startForGood(on: .pipes(input: waiting, output: unread, errors: unread))
    }

    deinit {
        _ = lifeline.write([UInt8(ascii: "\n")])
        _ = shell.ended.wait(until: Deadline())
    }

    /// What the tests started has the folder in its environment, where `Launch` puts it, or is in the group of such a
    /// process. It may start something while it is ended. The shell itself has the folder among its arguments.
    private static let script = """
        exec >/dev/null 2>&1
        PATH=/usr/sbin:/usr/bin:/sbin:/bin
        read -r _
        for round in 1 2 3; do
            for process in $(grep -slF "$0" /proc/[0-9]*/environ | cut -d / -f 3); do
                kill -s KILL -- -$process $process
            done
        done
        umount -l $(cut -d ' ' -f 2 /proc/mounts | grep -F "$0/")
        rm -rf "$0"
        """

    /// An environment by which the shell knows what the tests started.
    func marking(_ environment: [String: String]) -> [String: String] {
        environment.merging(["LEDE_TESTS": path]) { $1 }
    }
}
