/// How much lede decodes. No picture in a feed needs as much.
package enum PictureLimits {
    package static let bytes = 20 << 20
    static let pixels = 40_000_000
    /// More than any terminal shows, in pixels of one side.
    static let longestSide = 65_535
    /// How much memory decoding takes, beyond what the helper has at its start.
    static let memory = 256 << 20
    static let time = Duration.seconds(2)
    /// The helper ends itself then, if nobody else has.
    static let longestTime = 3
    /// More pixels than a screen has: what the helper sends back at most.
    static let shownPixels = 16_000_000

    static func check(_ size: PixelSize) throws(PictureFailure) {
        guard size.width > 0, size.height > 0 else { throw .damaged }
        guard size.width <= longestSide, size.height <= longestSide, size.area <= pixels else { throw .tooManyPixels }
    }
}
