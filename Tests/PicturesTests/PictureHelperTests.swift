import Foundation
import Glibc
import TestSupport
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(5))) struct `Decoding in the helper` {
    @Test func `pictures are decoded from bytes and from files`() async throws {
        let decoder = try PictureDecoder.forTests()
        for name in ["baseline.jpg", "palette.png", "lossy.webp", "still.gif", "still.avif", "opacity.avif"] {
            let expected = try decoded(Fixture.bytes(name), width: 40, height: 40)
            #expect(try await decoder.outcome(.bytes(Fixture.bytes(name)), width: 40, height: 40) == expected)
            #expect(await decoder.outcome(.file(Fixture.path(name)), width: 40, height: 40) == expected)
        }
    }

    @Test func `many pictures are decoded one after the other by one helper`() async throws {
        let decoder = try PictureDecoder.forTests()
        let bytes = try Fixture.bytes("baseline.jpg")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { (try? await decoder.outcome(.bytes(bytes)).get().pixels.showsQuarters) == true }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(decoder.helperProcess != nil)
    }

    @Test func `a helper that is killed is started again for the next picture`() async throws {
        let decoder = try PictureDecoder.forTests()
        let picture = PictureSource.file(Fixture.path("still.gif"))
        _ = try await decoder.outcome(picture).get()
        let first = try #require(decoder.helperProcess)
        kill(first, SIGKILL)
        // Its socket closes with it.
        var outcome = await decoder.outcome(picture)
        if outcome == .failure(.crashed) { outcome = await decoder.outcome(picture) }
        #expect(try outcome.get().pixels.showsQuarters)
        #expect(decoder.helperProcess != first)
    }

    @Test func `the helper ends when it was idle for a while, and starts again when needed`() async throws {
        let decoder = try PictureDecoder.forTests(idleTime: .milliseconds(50))
        _ = try await decoder.outcome(.file(Fixture.path("still.gif"))).get()
        while decoder.helperProcess != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await decoder.outcome(.file(Fixture.path("still.gif"))).get().pixels.showsQuarters)
    }

    @Test func `the helper ends with its lede`() async throws {
        var decoder: PictureDecoder? = try PictureDecoder.forTests()
        _ = try await decoder?.outcome(.file(Fixture.path("still.gif"))).get()
        let helper = try #require(decoder?.helperProcess)
        #expect(kill(helper, 0) == 0)
        decoder = nil
        while kill(helper, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `a job that is cancelled before its turn isn't done`() async throws {
        let decoder = try PictureDecoder.forTests()
        let (first, second) = (Record<Bool>(), Record<PictureFailure?>())
        let room = PixelSize(width: 9, height: 9)
        decoder.decode(.file(Fixture.path("still.avif")), fitting: room) { _ in first.add(true) }
        let job = decoder.decode(.file(Fixture.path("still.gif")), fitting: room) { result in
            if case .failure(let failure) = result { second.add(failure) } else { second.add(nil) }
        }
        job.cancel()
        await second.wait { !$0.isEmpty }
        #expect(second.entries == [.cancelled])
        #expect(first.entries == [true])
    }

    @Test func `a missing file and a missing program are told in words`() async throws {
        let decoder = try PictureDecoder.forTests()
        #expect(await decoder.outcome(.file("/nonexistent")) == .failure(.unreadable))
        #expect(await decoder.outcome(.file("/dev/zero")) == .failure(.unreadable))
        #expect(await decoder.outcome(.file("/tmp")) == .failure(.unreadable))
        let broken = PictureDecoder(command: ["/nonexistent"])
        let outcome = await broken.outcome(.file(Fixture.path("still.gif")))
        #expect(outcome == .failure(.notStarted("No such file or directory")))
        let silent = PictureDecoder(command: ["/bin/true"])
        #expect(await silent.outcome(.file(Fixture.path("still.gif"))) == .failure(.crashed))
    }

    @Test func `an answer that an attacker wrote does no harm`() throws {
        // More bytes than pixels, letters that aren't blocks, and sequences in a sixel picture.
        #expect(Pixels(size: PixelSize(width: 2, height: 2), channels: 3, bytes: Array(repeating: 0, count: 13)) == nil)
        let cell: [UInt8] = [0x1B, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(CellPicture(columns: 1, rows: 1, bytes: cell) == nil)
        #expect(SixelPicture(Array("\u{1B}P0;1;0q\"1;1;6;6#0;2;0;0;0#0~~\u{1B}\\".utf8)) != nil)
        for bad in ["\u{1B}Pq~\u{1B}]52;c;\u{1B}\\", "\u{1B}Pq~\u{7}\u{1B}\\", "\u{1B}P$q\u{1B}\\", "~", "\u{1B}Pq\\"] {
            #expect(SixelPicture(Array(bad.utf8)) == nil)
        }
        #expect(HelperAnswer(WireNumbers([99])) == nil)
    }

    @Test func `pixels are compressed, and made to PNG files`() async throws {
        let decoder = try PictureDecoder.forTests()
        for name in ["palette.png", "interlaced-opacity.png"] {
            let pixels = try decoded(Fixture.bytes(name)).get().pixels
            let file = try await withCheckedContinuation { continuation in
                decoder.png(of: pixels) { continuation.resume(returning: $0) }
            }.get()
            #expect(try decoded(file).get().pixels == pixels)
            let compressed = try await withCheckedContinuation { continuation in
                decoder.compress(pixels) { continuation.resume(returning: $0) }
            }.get()
            #expect(inflated(compressed, to: pixels.bytes.count) == pixels.bytes)
        }
    }
}

/// What zlib makes of compressed bytes.
private func inflated(_ bytes: [UInt8], to count: Int) -> [UInt8]? {
    typealias Uncompress =
        @convention(c) (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt) -> Int32
    guard let symbol = dlsym(dlopen("libz.so.1", RTLD_NOW), "uncompress") else { return nil }
    var inflated = [UInt8](repeating: 0, count: count + 1)
    var length = UInt(inflated.count)
    let status = unsafeBitCast(symbol, to: Uncompress.self)(&inflated, &length, bytes, UInt(bytes.count))
    return status == 0 ? Array(inflated.prefix(Int(length))) : nil
}
