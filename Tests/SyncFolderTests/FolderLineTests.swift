import Foundation
import System
import TestSupport
import Testing

@testable import SyncFolder

@Suite struct FolderLineTests {
    private static let keys = [
        ItemKey(identity: -1, link: 0), ItemKey(identity: 1 << 47 - 1, link: 1 << 36 - 1),
        ItemKey(identity: -(1 << 47), link: 5)
    ]

    private static func position(_ position: Int64, of duration: Int64?) -> FolderMarkKind {
        .position(FolderPosition(position, of: duration))
    }

    private static let lines: [FolderLine] = [
        FolderLine(
            1, at: 7, .marks(FolderMarks(.read, true, in: "https://example.org/feed", keys.map { .init($0, at: 7) }))),
        FolderLine(
            2, at: 7,
            .marks(FolderMarks(.star, false, in: "f", [.init(keys[0], at: 7), .init(keys[1], at: 7_000_000_000_000)]))),
        FolderLine(3, at: 0, .marks(FolderMarks(.tag("a \"b\"\u{1}\\ü"), true, in: "f", [.init(keys[2], at: 0)]))),
        FolderLine(4, at: 1, .marks(FolderMarks(.delete, true, in: "f", [.init(keys[2], at: 1)]))),
        FolderLine(5, at: 1, .feed(url: "https://example.org/feed", settings: "title A\ntag b")),
        FolderLine(6, at: 1, .feed(url: "https://example.org/feed", settings: nil)),
        FolderLine(7, at: 1, .about(name: "laptop", version: "1.0")),
        FolderLine(8, at: 1, .state(upTo: 41, lines: 3)),
        FolderLine(
            9, at: 1, .marks(FolderMarks(position(90_000, of: 3_600_000), true, in: "f", [.init(keys[2], at: 1)]))),
        FolderLine(10, at: 1, .marks(FolderMarks(position(1, of: nil), true, in: "f", [.init(keys[2], at: 1)])))
    ]

    @Test(arguments: lines) func `a line is read as it was written`(line: FolderLine) {
        #expect(FolderLine(line.bytes.dropLast()) == line)
    }

    @Test func `a single mark takes less than 200 bytes, and one of many less than 15`() {
        let url = "https://www.example.org/some/folder/with/a/feed.xml"
        func bytes(_ count: Int) -> Int {
            let entries = (0..<count).map {
                FolderMarks.Entry(ItemKey(identity: Int64($0), link: 1), at: 1_780_000_000_000)
            }
            return FolderLine(100_000, at: 1_780_000_000_000, .marks(FolderMarks(.read, true, in: url, entries))).bytes
                .count
        }
        #expect(bytes(1) <= 200)
        #expect(bytes(200) <= 200 * 15)
    }

    @Test(arguments: lines) func `half a line, and one with another byte, is no line`(line: FolderLine) {
        let bytes = Array(line.bytes.dropLast())
        for end in bytes.indices { #expect(FolderLine(bytes[..<end]) == nil) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(FolderLine(changed[...]) == nil)
        }
    }

    @Test(arguments: [
        ("-5", "-1", FolderPosition(0, of: nil)), ("1e9", "0", FolderPosition(0, of: nil)),
        ("9223372036854775807", "9223372036854775807", FolderPosition(1 << 40, of: nil)),
        ("99999999999999999999", "60000", FolderPosition(0, of: 60_000))
    ])
    func `a position that no recording has becomes one that it can have`(
        position: String, duration: String, read: FolderPosition
    ) {
        let line = line(#"{"n":1,"t":2,"o":"position","v":1,"f":"u","i":"","p":\#(position),"l":\#(duration)"#)
        #expect(line?.content == .marks(FolderMarks(.position(read), true, in: "u", [])))
    }

    @Test func `fields and words of a newer lede are skipped`() {
        #expect(line(#"{"n":1,"t":2,"o":"read","v":1,"f":"u","i":"","new":[1,{"a":null}],"x":1.5e3"#)?.number == 1)
        #expect(line(#"{"n":1,"t":2,"o":"dance""#)?.content == .unknown)
    }

    @Test(arguments: [
        #"{"n":1,"t":2,"o":"read","v":1,"f":"u","i":"AAAA""#, #"{"n":1,"t":2,"o":"read","v":1,"f":"u","i":"?""#,
        #"{"n":-1,"t":2,"o":"read","v":1,"f":"u","i":"""#,
        #"{"n":1,"t":9007199254740993,"o":"read","v":1,"f":"u","i":"""#,
        #"{"n":1,"t":99999999999999999999,"o":"read","f":"u""#, #"{"n":1,"t":2,"o":"read","v":1,"f":1,"i":"""#,
        #"{"n":1,"t":2,"o":"read","v":1,"f":"u","i":"AAAAAAAAAAAAAAA=","d":"gICAgICAgICAgIA=""#,
        #"{"n":1,"t":2,"o":"read","v":1,"f":"u","i":"AAAAAAAAAAAAAAA=","d":"""#, #"{"n":1,"t":2,"o":"\ud800\q""#,
        #"{"n":1,"t":2,"o":"position","v":0,"f":"u","i":"","p":1"#, #"{"n":1,"t":2,"o":"position","v":1,"f":"u","i":""#,
        #"{"n":1,"o":"read""#, #"[1"#, #"{"n":1,"t":2,"o":"state","u":1"#, "{\"n\":1,\"t\":2,\"o\":\"\\u00"
    ])
    func `a line with a right checksum and wrong fields is no line`(text: String) {
        #expect(line(text) == nil)
    }

    @Test func `deep nesting is refused and doesn't end the program`() {
        let deep = String(repeating: "[", count: 30_000)
        #expect(line(#"{"n":1,"t":2,"o":"x","a":"# + deep) == nil)
        #expect(JSONValue(ofLine: Array((deep + deep).utf8)[...]) == nil)
    }

    @Test func `whatever bytes are mixed in, reading ends`() {
        var chance = SplitMix(state: 7)
        for line in Self.lines {
            for _ in 0..<300 {
                var bytes = Array(line.bytes.dropLast(16))
                for _ in 0..<Int.random(in: 1...4, using: &chance) {
                    bytes[Int.random(in: bytes.indices, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
                }
                _ = FolderLine(summed(bytes)[...])
            }
        }
    }

    @Test func `a change comes after what is in the register, by any clock`() {
        #expect(Stamp.time(5, after: nil) == 5)
        #expect(Stamp.time(5, after: 9) == 10)
        #expect(Stamp.time(5, after: 2) == 5)
        #expect(Stamp.time(-3, after: nil) == 0)
        #expect(Stamp.time(5, after: FolderLine.greatest) == FolderLine.greatest)
    }

    /// The line of an unfinished object.
    private func line(_ text: String) -> FolderLine? { FolderLine(summed(Array(text.utf8))[...]) }

    private func summed(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(",\"s\":\"\(Checksum(bytes[...]).text)\"}".utf8)
    }
}
