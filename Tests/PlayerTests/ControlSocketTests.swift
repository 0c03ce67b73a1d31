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
        // Chapters are sent once.
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
        let server = try serve { $0.kind == .play ? "no item \(Int($0.value))" : nil }
        let (client, heard) = connect()
        client?.send(PlayerCommand(.pause))
        client?.send(PlayerCommand(.play, 7))
        await heard.wait { $0.count == 3 }
        #expect(heard.entries.dropFirst() == [.answer(problem: nil), .answer(problem: "no item 7")])
        withExtendedLifetime(server) {}
    }

    @Test func `nobody else may use it`() throws {
        let server = try serve()
        #expect(try mode(path) == 0o700 && mode(path + "/play.sock") == 0o600)
        withExtendedLifetime(server) {}
    }

    @Test func `a folder that others may enter is closed to them`() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let server = try serve()
        #expect(try mode(path) == 0o700)
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
        // As after a kill: a name that nobody listens to any more.
        try FileManager.default.moveItem(atPath: path + "/kept", toPath: path + "/play.sock")
        queue.sync {}
        #expect(connect().client == nil)
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

    @Test func `one too many is turned away, and the others stay`() async throws {
        let server = try serve()
        let all = (0..<17).map { _ in connect() }
        for one in all.prefix(16) { await one.heard.wait { $0 == [.state(state)] } }
        await all[16].heard.wait { $0 == [.ended] }
        #expect(all.prefix(16).allSatisfy { $0.heard.entries.count == 1 })
        withExtendedLifetime(server) {}
    }
}
