import Foundation

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
