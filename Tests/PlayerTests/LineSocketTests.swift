import Dispatch
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import Player

@Suite(.timeLimit(.minutes(5))) struct `A connection of lines` {
    private let queue = DispatchQueue(label: "test")
    private let heard = Record<String?>()
    private let socket: LineSocket
    /// The other end, as a program has it.
    private let other: FileHandle

    init() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        socket = LineSocket(ends[0], on: queue) { [heard] in
            heard.add(String(decoding: $0, as: UTF8.self))
        } end: { [heard] in
            heard.add(nil)
        }
        other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    private func write(_ bytes: some Sequence<UInt8>) throws { try other.write(contentsOf: Data(bytes)) }

    @Test func `half a line waits for its rest`() async throws {
        try write("{\"event\":".utf8)
        try write("\"idle\"}".utf8)
        try write("\n{\"event\":\"se".utf8)
        try write("ek\"}\n".utf8)
        await heard.wait { $0.count == 2 }
        #expect(heard.entries == ["{\"event\":\"idle\"}", "{\"event\":\"seek\"}"])
    }

    @Test func `a line of megabytes is dropped, and the next is heard`() async throws {
        for _ in 0..<20 { try write(repeatElement(UInt8(ascii: "x"), count: 100_000)) }
        try write("\nnext\n".utf8)
        await heard.wait { !$0.isEmpty }
        #expect(heard.entries == ["next"])
    }

    @Test func `what the other end sent before it closed is heard, and then the end`() async throws {
        try write("last\nhalf".utf8)
        try other.close()
        await heard.wait { $0.contains(nil) }
        #expect(heard.entries == ["last", nil])
    }

    @Test func `a slow reader gets everything, and nobody waits for it`() throws {
        let text = String(repeating: "long ", count: 20_000)
        queue.sync { for line in [text, "7"] { socket.send(line.utf8) } }
        let expected = Data("\(text)\n7\n".utf8)
        #expect(try other.read(upToCount: expected.count) == expected)
    }

    @Test func `an end that reads nothing loses the connection`() async {
        let text = String(repeating: "long ", count: 20_000)
        queue.sync { for _ in 0..<10 { socket.send(text.utf8) } }
        await heard.wait { $0.contains(nil) }
        #expect(heard.entries == [nil])
    }
}
