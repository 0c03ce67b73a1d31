import Dispatch
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import Player

@Suite(.timeLimit(.minutes(5))) struct `The socket of the process that plays` {
    private let queue = DispatchQueue(label: "test")
    private let folder: Folder
    private let path: String
    private let state = PlayerState(item: 1, library: "/lede", title: "One", feed: "News", duration: 60_000)

    init() throws {
        folder = try Folder()
        path = folder.path("run/lede")
    }

    private func serve(
        _ perform: @escaping @Sendable (PlayerCommand) -> String? = { _ in nil }
    ) throws(ControlSocket.Failure) -> ControlServer {
        try ControlServer(in: path, showing: state, on: queue, perform: perform)
    }

    private func connect() -> (client: ControlClient?, heard: Record<ControlClient.Event>) {
        let heard = Record<ControlClient.Event>()
        return (ControlClient(in: path, on: queue) { heard.add($0) }, heard)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `whoever looks on hears what plays at once, each change, and the end`() async throws {
        let server = try serve()
        let (client, heard) = connect()
        await heard.wait { $0 == [.state(state)] }
        var later = state
        (later.position, later.chapters) = (5000, [PlayerChapter(title: "Hello", start: 0)])
        queue.sync { server.show(later) }
        await heard.wait { $0.last == .state(later) }
        later.position = 6000
        queue.sync { server.show(later) }
        await heard.wait { $0.last == .state(later) }
        let another = connect()
        await another.heard.wait { $0 == [.state(later)] }
        queue.sync { server.stop() }
        await heard.wait { $0.last == .ended }
        #expect(heard.entries.count == 4)
        withExtendedLifetime((client, another.client)) {}
    }

    @Test func `commands are answered in their order`() async throws {
        let server = try serve { if case .play(let item) = $0 { "no item \(item)" } else { nil } }
        let (client, heard) = connect()
        client?.send(.togglePause)
        client?.send(.play(7))
        await heard.wait { $0.count == 3 }
        #expect(heard.entries.dropFirst() == [.answer(problem: nil), .answer(problem: "no item 7")])
        withExtendedLifetime(server) {}
    }

    @Test func `what isn't a command, or not possible, does nothing`() async throws {
        let server = try serve { _ in "done" }
        let (client, heard) = connect()
        for words in ["", "{}", "[[[[", "{\"run\":{\"_0\":1}}", "{\"seek\":7}", "{\"stop\":{},\"skip\":{}}", "\u{0}"] {
            queue.sync { client?.socket.send(words.utf8) }
        }
        client?.send(.seek(-1))
        await heard.wait { $0.count == 2 }
        #expect(heard.entries.last == .answer(problem: "that isn't possible"))
        withExtendedLifetime(server) {}
    }

    @Test func `nobody else may use it`() throws {
        let server = try serve()
        #expect(try mode(path) == 0o700 && mode(path + "/play.sock") == 0o600)
        withExtendedLifetime(server) {}
    }

    @Test func `a peer counts only if it is a process of this user`() {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { ends.forEach { close($0) } }
        #expect(ControlSocket.isOwn(peerOf: ends[0]) && !ControlSocket.isOwn(peerOf: ends[0], user: geteuid() + 1))
        #expect(!ControlSocket.isOwn(peerOf: -1))
    }

    @Test func `only one process plays, and another may when it has ended`() throws {
        let server = try serve()
        #expect(throws: ControlSocket.Failure.taken) { try serve() }
        queue.sync { server.stop() }
        #expect(connect().client == nil)
        let next = try serve()
        #expect(connect().client != nil)
        withExtendedLifetime(next) {}
    }

    @Test func `the socket of a killed process is replaced`() throws {
        var server: ControlServer? = try serve()
        try FileManager.default.moveItem(atPath: path + "/play.sock", toPath: path + "/kept")
        queue.sync { server?.stop() }
        server = nil
        // As after a kill: a name that nobody listens to any more, once the listener is closed.
        try FileManager.default.moveItem(atPath: path + "/kept", toPath: path + "/play.sock")
        while connect().client != nil { queue.sync {} }
        let next = try serve()
        #expect(connect().client != nil)
        withExtendedLifetime(next) {}
    }

    @Test func `something else under its name is replaced`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try folder.write("text", to: "run/lede/play.sock")
        let server = try serve()
        #expect(connect().client != nil)
        withExtendedLifetime(server) {}
    }

    @Test func `a path may be longer than an address of sockets`() throws {
        let path = folder.path(String(repeating: "long/", count: 60))
        let server = try ControlServer(in: path, showing: state, on: queue) { _ in nil }
        #expect(ControlClient(in: path, on: queue) { _ in } != nil)
        withExtendedLifetime(server) {}
    }

    @Test func `a folder that can't be made is reported`() throws {
        try folder.write("text", to: "run")
        #expect(throws: ControlSocket.Failure.unusable("\(path): Not a directory")) { try serve() }
    }

    @Test func `many find a player that is busy`() async throws {
        let server = try serve()
        let all = queue.sync { (0..<50).map { _ in connect() } }
        for one in all { await one.heard.wait { $0 == [.state(state)] } }
        withExtendedLifetime(server) {}
    }

    @Test func `whoever looks on hears why it ends`() async throws {
        let server = try serve()
        let (client, heard) = connect()
        await heard.wait { $0 == [.state(state)] }
        queue.sync { server.stop(because: "mpv doesn't answer") }
        await heard.wait { $0.count == 3 }
        #expect(heard.entries.dropFirst() == [.answer(problem: "mpv doesn't answer"), .ended])
        withExtendedLifetime(client) {}
    }
}
