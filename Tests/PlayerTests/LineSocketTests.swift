import Dispatch
import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import Player

@Suite(.timeLimit(.minutes(5))) struct `A connection of JSON lines` {
    private let queue = DispatchQueue(label: "test")
    private let heard = Record<JSONValue?>()
    private let socket: LineSocket
    /// The other end, as a program has it.
    private let other: FileHandle

    init() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        socket = LineSocket(ends[0], on: queue) { [heard] in heard.add($0) } end: { [heard] in heard.add(nil) }
        other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    private func write(_ bytes: some Sequence<UInt8>) throws { try other.write(contentsOf: Data(bytes)) }

    @Test func `half a line waits for its rest`() async throws {
        try write(#"{"event":"#.utf8)
        try write(#""idle"}"#.utf8)
        try write("\n{\"event\":\"se".utf8)
        try write("ek\"}\n".utf8)
        await heard.wait { $0.count == 2 }
        #expect(heard.entries.map { $0?["event"]?.string } == ["idle", "seek"])
    }

    @Test func `a line of megabytes is dropped, and the next is heard`() async throws {
        try write("{\"event\":\"".utf8)
        for _ in 0..<100 { try write(repeatElement(UInt8(ascii: "x"), count: 100_000)) }
        try write("\"}\n{\"event\":\"idle\"}\n".utf8)
        await heard.wait { !$0.isEmpty }
        #expect(heard.entries.map { $0?["event"]?.string } == ["idle"])
    }

    @Test(arguments: [
        ("", 1), ("[]", 1), ("7", 1), ("\"text\"", 1), ("null", 1), ("{", 1), ("{\"a\":", 1), ("{\"a\" 1}", 1), ("\u{0}", 1),
        ("[", 100_000), ("{\"a\":", 100_000), ("{\"a\":[1,1,1,1,1,1,1,1,", 10_000)
    ])
    func `a line that is no object is dropped, and the next is heard`(line: String, times: Int) async throws {
        try write("\(String(repeating: line, count: times))\n{\"event\":\"idle\"}\n".utf8)
        await heard.wait { $0.contains { $0?["event"]?.string == "idle" } }
        #expect(heard.entries.count == 1)
    }

    @Test func `invalid UTF-8 is repaired`() async throws {
        try write(Array(#"{"event":"a"#.utf8) + [0xFF, 0xC3] + Array("z\"}\n".utf8))
        await heard.wait { !$0.isEmpty }
        #expect(heard.entries.first??["event"]?.string == "a\u{FFFD}\u{FFFD}z")
    }

    @Test func `what the other end sent before it closed is heard, and then the end`() async throws {
        try write("{\"event\":\"idle\"}\n{\"half".utf8)
        try other.close()
        await heard.wait { $0.contains(nil) }
        #expect(heard.entries.map { $0?["event"]?.string } == ["idle", nil])
    }

    @Test func `a slow reader gets everything, and nobody waits for it`() throws {
        let text = String(repeating: "long ", count: 100_000)
        queue.sync {
            socket.send(JSONValue(("text", .string(text))))
            socket.send(JSONValue(("number", .number("7"))))
        }
        var bytes = Data()
        while bytes.suffix(2) != Data("}\n".utf8) || !bytes.contains(UInt8(ascii: "7")) {
            bytes += try #require(try other.read(upToCount: 1000))
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"text\":\"\(text)\"}\n{\"number\":7}\n")
    }

    @Test func `an end that reads nothing loses the connection`() async {
        let text = JSONValue(("text", .string(String(repeating: "long ", count: 100_000))))
        queue.sync { for _ in 0..<10 { socket.send(text) } }
        await heard.wait { $0.contains(nil) }
        #expect(heard.entries == [nil])
    }
}
