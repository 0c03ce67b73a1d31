import Dispatch
import Foundation
import Glibc
import System
import TestSupport

/// A write in a copy of its home, while something goes wrong.
struct ChaosStrike {
    let stage: ChaosStage
    let fault: ChaosFault
    let home: Home
    private let disk: ChaosDisk?

    init(_ fault: ChaosFault, on stage: ChaosStage) throws {
        (self.fault, self.stage) = (fault, stage)
        home = try Home()
        disk = [.fullDisk, .readOnly].contains(fault) ? ChaosDisk(at: home) : nil
        _ = try stage.copy(onto: home)
    }

    /// Does the write; returns how it ended.
    func strike() throws -> (exit: Exit, errors: String) {
        switch fault {
        case .kill: return try kill([:])
        case .fullDisk:
            // Without a disk of our own there is nothing to fill.
            disk?.fill(leaving: .random(in: 0...1_500_000))
            defer { disk?.empty() }
            return try perform([:])
        case .fileLimit:
            // In blocks of half a kilobyte.
            return try run("ulimit -f \(Int.random(in: 0...3000))", [:])
        case .readOnly:
            disk?.makeReadOnly(true)
            defer { disk?.makeReadOnly(false) }
            return try perform([:])
        case .deleted: return try meanwhile("rm -f \"$library\" \"$library-wal\" \"$library-shm\"")
        case .replaced:
            return try meanwhile("cp \"$HOME/other.db\" \"$library.copy\"; mv \"$library.copy\" \"$library\"")
        case .clock:
            // libfaketime sets timers back by as much as it sets the clock forth. A fetch would wait for days if it set
            // the clock back, and for ever if a timer would have ended before the machine's start.
            let forth = "+\(Int(min(3 * 3600, ProcessInfo.processInfo.systemUptime / 2)))"
            let offsets = stage.write.fetches ? [forth] : ["-400d", "-3h", "+3h", "+400d"]
            let environment = Self.clock(offsets.randomElement() ?? forth)
            return Bool.random() ? try perform(environment) : try kill(environment)
        case .network:
            stage.server.state.withLock { $0.isCut = true }
            defer { stage.server.state.withLock { $0.isCut = false } }
            return try perform([:])
        case .company: return try amongOthers()
        }
    }

    /// Whether libfaketime is there, which “make chaos” installs, and works: it hangs under a sanitizer.
    static let hasClock = FileManager.default.fileExists(atPath: clockLibrary) && Sanitizer.builtIn == nil

    private static let clockLibrary = "/usr/lib/\(Machine.name)-linux-gnu/faketime/libfaketime.so.1"

    static func clock(_ offset: String) -> [String: String] {
        ["LD_PRELOAD": clockLibrary, "FAKETIME": offset, "DONT_FAKE_MONOTONIC": "1"]
    }

    private func perform(_ environment: [String: String]) throws -> (Exit, String) {
        let run = try stage.perform(in: home, environment: environment)
        return (run.exit, run.errors)
    }

    private func kill(_ environment: [String: String]) throws -> (Exit, String) {
        let run = try KilledRun(
            program: stage.program, arguments: stage.arguments(in: home),
            environment: Lede.environment(home: home, adding: environment),
            after: .random(in: 0.05...1) * stage.duration)
        return (run.exit, run.errors)
    }

    /// Does something to the library at some moment of the write.
    private func meanwhile(_ deed: String) throws -> (Exit, String) {
        let moment = Double.random(in: 0.05...1) * stage.duration
        _ = try Lede.run("backup", home.path + "/other.db", home: home)
        return try run(
            "(sleep \(moment); \(deed)) >/dev/null 2>&1 &", ["library": ChaosStage.library(home)])
    }

    private func run(_ script: String, _ environment: [String: String]) throws -> (Exit, String) {
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "\(script)\nexec \"$0\" \"$@\"", stage.program] + stage.arguments(in: home),
            environment: Lede.environment(home: home, adding: environment))
        return (run.exit, run.errors)
    }

    private func amongOthers() throws -> (Exit, String) {
        let (stage, home) = (self.stage, self.home)
        let readers = try (1...2).map { _ in try Reader.launch(home: home) }
        for reader in readers { try reader.waitForScreen { $0.isAlternateScreen } }
        let others = [["refresh"], ["search", "story"], ["items", "--limit", "3"]]
        let outcome = Locked<Result<CommandRun, any Error>?>(nil)
        let troubles = Record<String>()
        DispatchQueue.concurrentPerform(iterations: 1 + others.count) { number in
            guard number > 0 else {
                let result = Result { try stage.perform(in: home) }
                return outcome.withLock { $0 = result }
            }
            do {
                let run = try Lede.run(others[number - 1], home: home)
                // While a backup is restored, the others may have to wait for it in vain.
                if run.status == nil { troubles.add("\(others[number - 1]) \(run.exit)") }
            } catch { troubles.add("\(error)") }
        }
        for reader in readers {
            reader.signal(SIGTERM)
            let exit = try reader.waitForExit()
            guard exit == .status(128 + SIGTERM) else { throw ChaosFinding("a reader \(exit)") }
        }
        guard troubles.entries.isEmpty else { throw ChaosFinding("\(troubles.entries)") }
        guard let run = try outcome.withLock({ try $0?.get() }) else { throw ChaosFinding("the write never ended") }
        return (run.exit, run.errors)
    }
}

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
