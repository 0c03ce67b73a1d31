package import Dispatch
import Glibc
import System

/// Where others find what plays: the one process of a user that plays listens here, in a folder of this user alone.
package enum ControlSocket {
    package enum Failure: Error, Equatable {
        /// Another process plays.
        case taken
        case unusable(String)
    }

    private static let name = "play.sock"

    /// Listens, in place of a process that was killed.
    fileprivate static func listen(in path: String) throws(Failure) -> Int32 {
        do throws(FileFailure) { try PrivateFiles.makeDirectory(path) } catch { throw .unusable(error.description) }
        guard let folder = open(path) else { throw .unusable("\(path): it isn't your own folder") }
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
            Glibc.listen(socket, 16) == 0, renameat(folder, draft, folder, name) == 0
        {
            return socket
        }
        let failure = FileFailure("\(path)/\(name)")
        close(socket)
        throw .unusable(failure.description)
    }

    fileprivate static func remove(in path: String) { unlink("\(path)/\(name)") }

    /// Nil if nothing plays.
    fileprivate static func connect(in path: String) -> Int32? {
        guard let folder = open(path) else { return nil }
        defer { close(folder) }
        return connect(in: folder)
    }

    /// That never waits: the other process may have no room for another connection.
    private static func connect(in folder: Int32) -> Int32? {
        let socket = makeSocket()
        if withAddress(of: name, in: folder, { Glibc.connect(socket, $0, $1) }) == 0, isOwn(peerOf: socket) { return socket }
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

    /// Opens the folder if it is, or can be made, one of this user alone.
    private static func open(_ path: String) -> Int32? {
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        var status = stat()
        if fstat(folder, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0 || fchmod(folder, 0o700) == 0
        {
            return folder
        }
        close(folder)
        return nil
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

    private static let mostClients = 16

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
        let listener = Watch(socket, on: queue) { [socket] in close(socket) } look: { [weak self] in self?.accept() }
        state.withLock { $0.listener = listener }
    }

    deinit { stop() }

    /// Tells everybody who looks on.
    package func show(_ shown: PlayerState) {
        let (clients, hasOtherChapters) = state.withLock { state in
            defer { state.shown = shown }
            return (Array(state.clients.values), state.shown.chapters != shown.chapters)
        }
        if clients.isEmpty { return }
        let message = shown.message(withChapters: hasOtherChapters)
        for client in clients { client.send(message) }
    }

    /// Ends all connections, which tells the others of the end.
    package func stop() {
        let (isRunning, clients) = state.withLock { state in
            defer { (state.listener, state.clients) = (nil, [:]) }
            state.listener?.stop()
            return (state.listener != nil, Array(state.clients.values))
        }
        if isRunning { ControlSocket.remove(in: path) }
        for client in clients { client.close() }
    }

    private func accept() {
        let client = Glibc.accept(socket, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard ControlSocket.isOwn(peerOf: client), state.withLock({ $0.clients.count }) < Self.mostClients else {
            close(client)
            return
        }
        let number = Int(client)
        let connection = LineSocket(client, on: queue) { [weak self] message in
            guard let self else { return }
            let problem = PlayerCommand(message).map(perform) ?? "that isn't a command"
            let answer = JSONValue(("answer", problem.map { .string($0) } ?? .null))
            state.withLock { $0.clients[number] }?.send(answer)
        } end: { [weak self] in
            self?.state.withLock { $0.clients[number] = nil }
        }
        let shown = state.withLock { state in
            state.clients[number] = connection
            return state.shown
        }
        connection.send(shown.message(withChapters: true))
    }
}

/// The end of a process that shows what plays, and says what should. It never waits.
package final class ControlClient: Sendable {
    package enum Event: Equatable, Sendable {
        /// At once, then whenever something changes, and every second while it plays.
        case state(PlayerState)
        /// For each command, in their order; with the reason if it was refused.
        case answer(problem: String?)
        /// The last event. Nothing plays any more, or this end hasn't listened for long: another client finds out.
        case ended
    }

    private let queue: DispatchQueue
    private let tell: @Sendable (Event) -> Void
    private let last = Locked<PlayerState?>(nil)
    private let socket = Locked<LineSocket?>(nil)

    /// Nil if nothing plays. `tell` is called on the queue, as long as this lives.
    package init?(in folder: String, on queue: DispatchQueue, tell: @escaping @Sendable (Event) -> Void) {
        guard let descriptor = ControlSocket.connect(in: folder) else { return nil }
        (self.queue, self.tell) = (queue, tell)
        let socket = LineSocket(descriptor, on: queue) { [weak self] in self?.receive($0) } end: { tell(.ended) }
        self.socket.withLock { $0 = socket }
    }

    package func send(_ command: PlayerCommand) {
        queue.async { [socket = socket.withLock { $0 }] in socket?.send(command.message) }
    }

    private func receive(_ message: JSONValue) {
        if let answer = message["answer"] { return tell(.answer(problem: answer.string)) }
        guard let state = PlayerState(message, after: last.withLock { $0 }) else { return }
        last.withLock { $0 = state }
        tell(.state(state))
    }
}
