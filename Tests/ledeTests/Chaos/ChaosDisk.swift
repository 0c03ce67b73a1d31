import Foundation
import Glibc
import TestSupport

/// A small disk of its own for a home, if this process may mount one.
final class ChaosDisk {
    /// Which can be removed only afterwards.
    private let home: Home
    private var path: String { home.path }

    init?(at home: Home) {
        self.home = home
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", home.path) else { return nil }
    }

    deinit { _ = Self.run("umount", "-l", path) }

    /// Leaves room for some more bytes.
    func fill(leaving bytes: Int) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return }
        let used = (Int(status.f_blocks) - Int(status.f_bfree)) * Int(status.f_frsize)
        _ = Self.run("mount", "-o", "remount,size=\(used + bytes)", path)
    }

    func empty() { _ = Self.run("mount", "-o", "remount,size=200m", path) }

    func makeReadOnly(_ isReadOnly: Bool) { _ = Self.run("mount", "-o", "remount,\(isReadOnly ? "ro" : "rw")", path) }

    private static func run(_ words: String...) -> Bool {
        let run = try? CommandRun(
            program: "/usr/bin/env", arguments: words, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        return run?.status == 0
    }
}
