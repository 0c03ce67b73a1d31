import CLinux
import Glibc

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
