import CLinux
import Foundation
import Glibc
import System

/// A program to be started as the leader of its own session. It inherits only its three streams and `inherited`.
struct Launch {
    var program: String
    var arguments: [String]
    var environment: [String: String]
    /// Descriptors that the program gets under the same numbers as in this process.
    var inherited: [Descriptor] = []

    /// The targets of the program's standard streams.
    enum Streams {
        /// A terminal. It becomes the controlling terminal because it is the first one that the session opens.
        case terminal(path: String)
        /// Pipes. Without input the program reads from `/dev/null`.
        case pipes(input: Descriptor?, output: Descriptor, errors: Descriptor)
    }

    /// Starts it as a program of the tests, which ends with this process at the latest.
    func start(on streams: Streams) throws(SystemFailure) -> ChildProcess {
        var marked = self
        marked.environment = try RunFolder.shared.get().marking(environment)
        return try marked.startForGood(on: streams)
    }

    /// Starts it, even if it outlives this process.
    func startForGood(on streams: Streams) throws(SystemFailure) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        streams.add(to: &actions)
        closeOthers(in: &actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        resetSignals(in: &attributes)

        let argumentList = CStrings([program] + arguments)
        let environmentList = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
        var identifier: pid_t = 0
        let code = posix_spawn(
            &identifier, program, &actions, &attributes, argumentList.pointers, environmentList.pointers)
        guard code == 0 else { throw SystemFailure("starting \(program)", code: code) }
        return ChildProcess(identifier: identifier)
    }

    /// Closes all descriptors but the streams and `inherited`, whatever other tests open at this moment.
    private func closeOthers(in actions: inout posix_spawn_file_actions_t) {
        let kept = inherited.map(\.number)
        let end = (kept.max() ?? STDERR_FILENO) + 1
        for number in STDERR_FILENO + 1..<end where !kept.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, end)
        // Duplicating a descriptor to its own number is enough to make it inherited.
        for number in kept { posix_spawn_file_actions_adddup2(&actions, number, number) }
    }

    private func resetSignals(in attributes: inout posix_spawnattr_t) {
        // POSIX_SPAWN_SETSID, a GNU extension (spawn.h) that is missing from the module map of Glibc.
        let ownSession: Int32 = 0x80
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(ownSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
}

extension Launch.Streams {
    fileprivate func add(to actions: inout posix_spawn_file_actions_t) {
        switch self {
        case .terminal(let path):
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        case .pipes(let input, let output, let errors):
            if let input {
                posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
            } else {
                posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            }
            posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO)
        }
    }
}

/// Strings as exec() takes them: an array of pointers that ends with a null pointer.
private struct CStrings: ~Copyable {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        pointers = strings.map { strdup($0) } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }
}

/// A child process and the group that it leads. Both are killed with this object, so that nothing outlives a test.
///
/// The child is reaped as soon as it ends: beside one that isn't, Swift Testing's wait for exit tests takes all of a core.
final class ChildProcess: Sendable {
    let identifier: pid_t
    let ended = Latch()
    private let state = Locked(State())

    private struct State {
        /// How the child ended.
        var exit: Exit?
        /// Whether processes of the group had outlived the child. While they live, no other process can get its number.
        var leftOthers = false
    }

    init(identifier: pid_t) {
        self.identifier = identifier
        Thread.detachNewThread { [ended, state] in
            waitForEnd(of: identifier)
            state.withLock { state in
                state.exit = reap(identifier)
                state.leftOthers = kill(-identifier, 0) == 0
            }
            ended.set()
        }
    }

    deinit {
        state.withLock { state in
            if state.exit == nil || state.leftOthers { _ = kill(-identifier, SIGKILL) }
        }
        _ = ended.wait(until: .never)
    }

    /// How the child ended, or nil while it runs.
    var exit: Exit? { state.withLock { $0.exit } }

    func signal(_ signal: Int32) {
        state.withLock { state in
            if state.exit == nil { kill(identifier, signal) }
        }
    }
}

/// Waits for the end of a child without reaping it, so that its number stays its own.
private func waitForEnd(of identifier: pid_t) {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED | WNOWAIT) < 0, errno == EINTR {}
}

/// Reaps an ended child.
private func reap(_ identifier: pid_t) -> Exit? {
    var report = siginfo_t()
    while waitid(P_PID, id_t(identifier), &report, WEXITED) < 0 {
        guard errno == EINTR else { return nil }
    }
    let number = report._sifields._sigchld.si_status
    return report.si_code == Int32(CLD_EXITED) ? .status(number) : .signal(number)
}

/// How a program ended.
package enum Exit: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
}

extension Exit: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "was ended by signal \(signal)"
        }
    }
}
