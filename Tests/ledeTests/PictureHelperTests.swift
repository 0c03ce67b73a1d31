import Foundation
import Pictures
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(5))) struct PictureHelperTests {
    /// A red pixel.
    private static let picture =
        "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="

    @Test func `the program decodes pictures for itself, in a process of its own`() async throws {
        let decoder = PictureDecoder(command: [try BuildProducts.executable("lede")])
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.picture)))
        let outcome = await withCheckedContinuation { continuation in
            decoder.decode(.bytes(bytes), fitting: PixelSize(width: 9, height: 9)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(try outcome.get().pixels.bytes == [255, 0, 0])
    }

    @Test func `as the helper the program ends at once if nobody asks it`() throws {
        let run = try Lede.run("--decode-pictures", home: Home(), input: "not a request")
        #expect(run.status == 0)
        #expect(run.output == "")
        #expect(run.errors == "")
    }
}
