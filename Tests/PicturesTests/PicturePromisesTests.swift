import PicturePromises
import Pictures
import Testing

@Suite struct `Promises about pictures` {
    @Test(arguments: [
        (PictureFormat.jpeg, ["baseline.jpg", "progressive.jpg", "arithmetic.jpg", "grey.jpg"]),
        (.png, ["palette.png", "grey.png", "sixteen-bit.png", "interlaced-opacity.png"]),
        (.webp, ["lossy.webp", "lossless-opacity.webp", "animated.webp"]),
        (.gif, ["still.gif", "interlaced-transparent.gif"]), (.avif, ["still.avif", "opacity.avif", "animated.avif"])
    ])
    func `every picture keeps what is promised for all, whole and cut`(format: PictureFormat, names: [String]) throws {
        let promises = PicturePromises(format)
        for bytes in try names.map(Fixture.bytes) {
            #expect(promises.broken(by: bytes) == [])
            for count in stride(from: 0, to: bytes.count, by: 1 + bytes.count / 50) {
                #expect(promises.broken(by: Array(bytes.prefix(count))) == [])
            }
        }
    }
}
