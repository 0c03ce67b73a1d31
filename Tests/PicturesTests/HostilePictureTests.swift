import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(10))) struct `Hostile pictures` {
    @Test func `no picture takes lede's time or memory`() throws {
        let home = try Home()
        let pictures = try [HostilePicture("a good one", Fixture.bytes("baseline.jpg"), "64×48")] + HostilePicture.all()
        #expect(pictures.count >= 30)
        var files: [String] = []
        for picture in pictures {
            files.append("\(home.path)/\(files.count)")
            try Data(picture.bytes).write(to: URL(filePath: files[files.count - 1]))
        }
        let run = try CommandRun(
            program: BuildProducts.executable("ConfinedHelper"), arguments: ["measure"] + files, environment: [:],
            within: 300)
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        try #require(lines.count == pictures.count)
        for (picture, line) in zip(pictures, lines) {
            #expect(picture.outcomes.contains(line[0]), "\(picture.name): \(line[0])")
            // Two seconds, and what a busy machine takes to start and end a process.
            #expect(try #require(Int(line[1])) < 3000, "\(picture.name)")
            // With the pixels that came.
            #expect(try #require(Int(line[2])) < 4 << 10, "\(picture.name)")
        }
    }
}

/// A picture that its maker meant no good with, or lost half of.
struct HostilePicture {
    let name: String
    let bytes: [UInt8]
    /// What may come of it: words, or a size if it can be shown.
    let outcomes: [String]

    init(_ name: String, _ bytes: [UInt8], _ outcomes: String...) {
        (self.name, self.bytes, self.outcomes) = (name, bytes, outcomes)
    }

    private static let damaged = "the picture is damaged"
    private static let unknown = "lede doesn't know the picture's format"
    private static let tooMany = "the picture has more than 40 million pixels"
    private static let slow = "the picture takes too long to decode"
    private static let large = "the picture needs too much memory"
    private static let svg = "lede doesn't show SVG pictures"

    static func all() throws -> [HostilePicture] {
        try noPictures() + jpegs() + pngs() + gifs() + webps() + avifs()
    }

    private static func noPictures() throws -> [HostilePicture] {
        let gif = try Fixture.bytes("still.gif")
        return [
            HostilePicture("nothing", [], unknown),
            HostilePicture("one byte", [0xFF], unknown),
            HostilePicture("a page", Array("<!DOCTYPE html><title>404</title>".utf8), unknown),
            HostilePicture("an SVG picture", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), svg),
            HostilePicture(
                "an SVG picture with entities", Array("<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a '&b;'>]>".utf8),
                svg),
            HostilePicture("a bitmap", Array("BM".utf8) + [UInt8](repeating: 0, count: 100), unknown),
            HostilePicture("a sound", Array("RIFF\u{4}\0\0\0WAVEfmt ".utf8), unknown),
            HostilePicture("a HEIC picture", [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8), unknown),
            HostilePicture(
                "too many bytes", gif + [UInt8](repeating: 0, count: 20 << 20), "the picture is larger than 20 MB"),
            HostilePicture(
                "a script that begins as a GIF", Array("GIF89a/*".utf8) + Array("*/=1;alert(1)//".utf8), damaged,
                tooMany)
        ]
    }

    private static func jpegs() throws -> [HostilePicture] {
        let (plain, progressive) = try (Fixture.bytes("baseline.jpg"), Fixture.bytes("progressive.jpg"))
        let scan = try progressive.place(of: [0xFF, 0xDA])
        let scans = Array(progressive[scan..<progressive.count - 2])
        let endless =
            try progressive.withJPEGSize(4000, 4000).prefix(scan) + repeated(scans, 2000)
        return try [
            HostilePicture("JPEG without pixels", Array(plain.prefix(300)), damaged),
            HostilePicture("JPEG cut in the middle", Array(plain.dropLast(60)), damaged),
            HostilePicture("JPEG of 65535×65535", plain.withJPEGSize(65_535, 65_535), tooMany),
            HostilePicture("JPEG of 0×0", plain.withJPEGSize(0, 0), damaged),
            HostilePicture(
                "JPEG that claims more than it has", plain.withJPEGSize(6000, 6000), damaged, "600×600", slow),
            HostilePicture(
                "progressive JPEG of 36 megapixels", progressive.withJPEGSize(6000, 6000), large, damaged, slow,
                "600×600"),
            HostilePicture("JPEG with thousands of scans", Array(endless), slow, damaged),
            HostilePicture("JPEG of noise", [0xFF, 0xD8, 0xFF] + noise(1_000_000), damaged),
            HostilePicture(
                "JPEG with another picture behind it", plain + Fixture.bytes("palette.png") + Array("PK".utf8), "64×48")
        ]
    }

    private static func pngs() throws -> [HostilePicture] {
        let plain = try Fixture.bytes("palette.png")
        var wrongSum = plain
        wrongSum[30] ^= 1
        let profile = PNGBuilder.chunk("iCCP", Array("p\0\0".utf8) + PNGBuilder.compressedZeros(200_000_000))
        let text = PNGBuilder.chunk("zTXt", Array("t\0\0".utf8) + PNGBuilder.compressedZeros(200_000_000))
        return [
            HostilePicture("PNG cut in the middle", Array(plain.prefix(80)), damaged),
            HostilePicture("PNG of 65535×65535", PNGBuilder.file(width: 65_535, height: 65_535, rows: 1), tooMany),
            HostilePicture(
                "PNG of 2147483647×2147483647",
                PNGBuilder.file(width: Int(Int32.max), height: Int(Int32.max), rows: 0, extra: plain), tooMany),
            HostilePicture("PNG of 0×0", PNGBuilder.file(width: 0, height: 0, rows: 1), damaged),
            HostilePicture(
                "PNG that claims more than it has", PNGBuilder.file(width: 1000, height: 1000, rows: 10), damaged),
            HostilePicture(
                "PNG of 36 megapixels in 40 kB", PNGBuilder.file(width: 6000, height: 6000), "600×600", slow),
            HostilePicture(
                "interlaced PNG of 36 megapixels",
                PNGBuilder.file(width: 6000, height: 6000, bits: 16, isInterlaced: true), damaged, slow, "600×600"),
            HostilePicture(
                "PNG with a colour profile of 200 MB", PNGBuilder.file(width: 8, height: 8, extra: profile), "8×8",
                damaged),
            HostilePicture(
                "PNG with a text of 200 MB", PNGBuilder.file(width: 8, height: 8, extra: text), "8×8", damaged),
            HostilePicture("PNG with a wrong checksum", wrongSum, damaged)
        ]
    }

    private static func gifs() throws -> [HostilePicture] {
        let plain = try Fixture.bytes("still.gif")
        let start = try plain.place(of: [0x2C])
        let frame = plain[start..<plain.count - 1]
        let frames = repeated([0x21, 0xF9, 4, 0, 1, 0, 0, 0] + frame, 60_000)
        let comment: [UInt8] = [0x21, 0xFE, 255] + [UInt8](repeating: 65, count: 255) + [0]
        let comments = repeated(comment, 75_000)
        return [
            HostilePicture(
                "GIF with 60000 frames and no end", plain.prefix(start) + frames, "64×48"),
            HostilePicture("GIF of comments only", plain.prefix(start) + comments, damaged),
            HostilePicture("GIF of 65535×65535", plain.with([0xFF, 0xFF, 0xFF, 0xFF], at: 6), tooMany),
            HostilePicture(
                "GIF with a frame larger than itself",
                plain.with([0x60, 0xEA, 0x58, 0x02], at: start + 5), damaged),
            HostilePicture("GIF cut in the middle", Array(plain.prefix(150)), damaged)
        ]
    }

    private static func webps() throws -> [HostilePicture] {
        let (lossy, lossless) = try (Fixture.bytes("lossy.webp"), Fixture.bytes("lossless-opacity.webp"))
        let animated = try Fixture.bytes("animated.webp")
        // The size of a lossless picture: 14 bits each, behind a byte.
        let signature = try lossless.place(of: Array("VP8L".utf8)) + 9
        return [
            HostilePicture("WebP cut in the middle", Array(lossy.prefix(60)), damaged),
            HostilePicture(
                "WebP of 16384×16384", lossless.with([0xFF, 0xFF, 0xFF, 0x0F], at: signature), tooMany, damaged),
            HostilePicture("WebP animation without a frame", Array(animated.prefix(44)), damaged),
            HostilePicture("WebP animation with a cut frame", Array(animated.prefix(90)), damaged),
            HostilePicture("WebP of noise", Array("RIFF\0\0\u{1}\0WEBPVP8 \0\0\u{1}\0".utf8) + noise(65_536), damaged)
        ]
    }

    private static func avifs() throws -> [HostilePicture] {
        let plain = try Fixture.bytes("still.avif")
        let size = try plain.place(of: Array("ispe".utf8)) + 8
        return [
            HostilePicture("AVIF cut in the middle", Array(plain.dropLast(20)), damaged),
            HostilePicture(
                "AVIF of 65535×65535", plain.with([0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF], at: size), damaged, tooMany),
            HostilePicture(
                "AVIF that claims more than it has", plain.with([0, 0, 0x10, 0, 0, 0, 0x10, 0], at: size), damaged,
                "600×600", slow)
        ]
    }

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        for _ in 0..<count { all += bytes }
        return all
    }

    /// Bytes without meaning, the same each time.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 20_261_126
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}

extension [UInt8] {
    fileprivate func with(_ bytes: [UInt8], at position: Int) -> [UInt8] {
        var changed = self
        changed.replaceSubrange(position..<position + bytes.count, with: bytes)
        return changed
    }

    /// The same JPEG picture with another size in its head.
    fileprivate func withJPEGSize(_ width: Int, _ height: Int) throws -> [UInt8] {
        let marker = try #require(first(of: [0xFF, 0xC0]) ?? first(of: [0xFF, 0xC2]))
        return with(
            [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)],
            at: marker + 5)
    }

    /// Where these bytes are first.
    fileprivate func place(of bytes: [UInt8]) throws -> Int { try #require(first(of: bytes)) }

    private func first(of bytes: [UInt8]) -> Int? {
        (0...Swift.max(0, count - bytes.count)).first { self[$0...].starts(with: bytes) }
    }
}

/// PNG files with any lies in them.
enum PNGBuilder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A file with true colours and opacity, of so many bits a channel. All its pixels are transparent black.
    static func file(
        width: Int, height: Int, bits: UInt8 = 8, isInterlaced: Bool = false, rows: Int? = nil,
        extra: [UInt8] = []
    ) -> [UInt8] {
        let head = number(width) + number(height) + [bits, 6, 0, 0, isInterlaced ? 1 : 0]
        // An interlaced picture has the same pixels in more rows, each with a byte more.
        let count = (rows ?? height) * (width * Int(bits) / 2 + (isInterlaced ? 2 : 1))
        return signature + chunk("IHDR", head) + extra + chunk("IDAT", compressedZeros(count)) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let chunk = Array(name.utf8) + content
        return number(content.count) + chunk + number(Int(checksum(chunk)))
    }

    /// Zeros as zlib compresses them (RFC 1951): with the codes that need no table, 258 of them in 13 bits.
    static func compressedZeros(_ count: Int) -> [UInt8] {
        let singles = (count - 1) % 258 + 1
        let runs = (count - singles) / 258
        var bits: [UInt8] = [1, 1, 0]
        for _ in 0..<singles { bits += [0, 0, 1, 1, 0, 0, 0, 0] }
        let run: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
        let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
        for _ in 0..<runs % 8 { bits += run }
        // Eight runs are as long as thirteen bytes: so all eights look alike, wherever in a byte they begin.
        let eight = Array(repeatElement(run, count: 8).joined())
        let lead = bits.count % 8
        var bytes = packed(bits.dropLast(lead)[...])
        if runs / 8 > 0 {
            let begun = Array(bits.suffix(lead))
            let first = packed((begun + eight).prefix(104)[...])
            let next = packed((eight.suffix(lead) + eight).prefix(104)[...])
            bytes += first
            for _ in 1..<max(1, runs / 8) { bytes += next }
            bytes += packed((Array(eight.suffix(lead)) + end)[...])
        } else {
            bytes += packed((Array(bits.suffix(lead)) + end)[...])
        }
        let sum = count % 65521
        return [0x78, 0x01] + bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0, 1]
    }

    private static func packed(_ bits: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: bits.startIndex, to: bits.endIndex, by: 8).map { start in
            bits[start..<min(start + 8, bits.endIndex)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }

    static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
