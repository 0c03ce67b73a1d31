package import Dispatch
import FoundationEssentials
import Glibc
import System

/// Where others find what plays: the one process of a user that plays listens here. Both ends talk only to processes of the
/// same user, whoever else may write to the folder.
package enum ControlSocket {
    package enum Failure: Error, Equatable {
        /// Another process plays.
        case taken
        case unusable(String)
    }

    fileprivate static let name = "play.sock"

    /// Listens, in place of a process that was killed.
    fileprivate static func listen(in path: String) throws(Failure) -> Int32 {
        do throws(FileFailure) { try PrivateFiles.makeDirectory(path) } catch { throw .unusable(error.description) }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .unusable(FileFailure(path).description) }
        // With the lock, which keeps one of two processes that begin at the same moment waiting for the other.
        defer { close(folder) }
        flock(folder, LOCK_EX)
        if let other = connect(in: folder) {
            close(other)
            throw .taken
        }
        let socket = makeSocket()
        let draft = name + ".new"
        unlinkat(folder, draft, 0)
        // Under its own name, it is this user's alone, and listens.
        if fchmod(socket, 0o600) == 0, withAddress(of: draft, in: folder, { bind(socket, $0, $1) }) == 0,
            Glibc.listen(socket, SOMAXCONN) == 0, renameat(folder, draft, folder, name) == 0
        {
            return socket
        }
        let failure = FileFailure("\(path)/\(name)")
        close(socket)
        throw .unusable(failure.description)
    }

    /// Nil if nothing plays.
    fileprivate static func connect(in path: String) -> Int32? {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        return connect(in: folder)
    }

    /// That never waits: the other process may have no room for another connection.
    private static func connect(in folder: Int32) -> Int32? {
        let socket = makeSocket()
        if withAddress(of: name, in: folder, { Glibc.connect(socket, $0, $1) }) == 0, isOwn(peerOf: socket) {
            return socket
        }
        close(socket)
        return nil
    }

    /// Whether a connection's other end is a process of this user.
    static func isOwn(peerOf socket: Int32, user: UInt32 = geteuid()) -> Bool {
        // The kernel's struct ucred: process, user and group.
        var peer: [UInt32] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
        return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer[1] == user
    }

    private static func makeSocket() -> Int32 {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return socket(AF_UNIX, Int32(type), 0)
    }

    /// A socket's address by way of the open folder, as a path may be longer than an address.
    private static func withAddress(
        of name: String, in folder: Int32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/proc/self/fd/\(folder)/\(name)".utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

/// The end of the process that plays. All of it happens on one serial queue.
package final class ControlServer: Sendable {
    private struct State {
        /// Nil once it has stopped.
        var listener: Watch?
        var clients: [Int: LineSocket] = [:]
        var shown: PlayerState
    }

    private let path: String
    private let socket: Int32
    private let queue: DispatchQueue
    private let perform: @Sendable (PlayerCommand) -> String?
    private let state: Locked<State>

    /// `perform` is called on the queue, and returns why it refuses a command.
    package init(
        in path: String, showing shown: PlayerState, on queue: DispatchQueue,
        perform: @escaping @Sendable (PlayerCommand) -> String?
    ) throws(ControlSocket.Failure) {
        socket = try ControlSocket.listen(in: path)
        (self.path, self.queue, self.perform) = (path, queue, perform)
        state = Locked(State(shown: shown))
        let listener = Watch(socket, on: queue) { [weak self] in self?.accept() }
        state.withLock { $0.listener = listener }
    }

    deinit { stop() }

    /// Tells everybody who looks on.
    package func show(_ shown: PlayerState) {
        let clients = state.withLock { state in
            state.shown = shown
            return Array(state.clients.values)
        }
        for client in clients { client.tell(.state(shown)) }
    }

    /// Ends all connections, which tells the others of the end, after its reason if something went wrong.
    package func stop(because problem: String? = nil) {
        let (listener, clients) = state.withLock { state in
            defer { (state.listener, state.clients) = (nil, [:]) }
            return (state.listener, Array(state.clients.values))
        }
        // While it still listens, nobody has put another in its place.
        if listener != nil { unlink("\(path)/\(ControlSocket.name)") }
        listener?.stop()
        for client in clients {
            if let problem { client.tell(.answer(problem: problem)) }
            client.close()
        }
    }

    private func accept() {
        let client = Glibc.accept(socket, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard ControlSocket.isOwn(peerOf: client) else {
            close(client)
            return
        }
        let number = Int(client)
        let connection = LineSocket(client, on: queue) { [weak self] line in
            guard let self, let command = try? JSONDecoder().decode(PlayerCommand.self, from: Data(line)) else {
                return
            }
            let problem = command.isPossible ? perform(command) : "that isn't possible"
            state.withLock { $0.clients[number] }?.tell(.answer(problem: problem))
        } end: { [weak self] in
            self?.state.withLock { $0.clients[number] = nil }
        }
        let shown = state.withLock { state in
            state.clients[number] = connection
            return state.shown
        }
        connection.tell(.state(shown))
    }
}

/// The end of a process that shows what plays, and says what should. It never waits.
package final class ControlClient: Sendable {
    package enum Event: Codable, Equatable, Sendable {
        /// At once, then whenever something changes, and every second while it plays.
        case state(PlayerState)
        /// For each command, in their order; with the reason if it was refused. Also when what played ends for a reason.
        case answer(problem: String?)
        /// The last event. Nothing plays any more, or this end hasn't listened for long: another client finds out.
        case ended
    }

    private let queue: DispatchQueue
    let socket: LineSocket

    /// Nil if nothing plays. `tell` is called on the queue, as long as this lives.
    package init?(in folder: String, on queue: DispatchQueue, tell: @escaping @Sendable (Event) -> Void) {
        guard let descriptor = ControlSocket.connect(in: folder) else { return nil }
        self.queue = queue
        socket = LineSocket(descriptor, on: queue) { line in
            if let event = try? JSONDecoder().decode(Event.self, from: Data(line)) { tell(event) }
        } end: {
            tell(.ended)
        }
    }

    package func send(_ command: PlayerCommand) { queue.async { [socket] in socket.send(command.line) } }
}

extension LineSocket {
    fileprivate func tell(_ event: ControlClient.Event) { send(event.line) }
}

extension Encodable {
    /// As JSON, which has no line breaks.
    fileprivate var line: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}
