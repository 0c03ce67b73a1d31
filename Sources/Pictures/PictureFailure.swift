/// The reason why a picture can't be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    /// It has more bytes than lede reads.
    case tooLong
    /// It has more pixels than lede decodes.
    case tooManyPixels
    /// It is in no format that lede knows.
    case unknownFormat
    case isSVG
    case damaged
    /// Decoding it needs more memory than lede gives.
    case needsTooMuchMemory
    case tookTooLong
    /// The helper that decoded it has crashed.
    case crashed
    /// A library that isn't installed.
    case missing(PictureLibrary)
    /// It can't be read from its file.
    case unreadable
    /// The system can't confine the helper, so it decodes nothing.
    case unconfined
    /// The reason why the helper couldn't be started.
    case notStarted(String)
    /// Nobody wants it any more.
    case cancelled
}

/// A library that the helper loads.
package enum PictureLibrary: UInt32, CaseIterable, Sendable {
    case jpeg, png, webp, gif, avif, zlib, chafa
}

extension PictureFailure {
    /// The reason as a message.
    package var words: String {
        switch self {
        case .tooLong: "the picture is larger than \(PictureLimits.bytes >> 20) MB"
        case .tooManyPixels: "the picture has more than \(PictureLimits.pixels / 1_000_000) million pixels"
        case .unknownFormat: "lede doesn't know the picture's format"
        case .isSVG: "lede doesn't show SVG pictures"
        case .damaged: "the picture is damaged"
        case .needsTooMuchMemory: "the picture needs too much memory"
        case .tookTooLong: "the picture takes too long to decode"
        case .crashed: "the picture crashed its decoder"
        case .missing(let library): "\(library.purpose) need the Debian package \(library.package)"
        case .unreadable: "can't read the picture's file"
        case .unconfined: "this system can't isolate the decoding of pictures"
        case .notStarted(let reason): "can't start the decoding of pictures: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

extension PictureLibrary {
    /// What needs it, in words.
    package var purpose: String {
        switch self {
        case .jpeg: "JPEG pictures"
        case .png: "PNG pictures"
        case .webp: "WebP pictures"
        case .gif: "GIF pictures"
        case .avif: "AVIF pictures"
        case .zlib: "pictures in this terminal"
        case .chafa: "sixel pictures"
        }
    }

    /// Debian's package with the library, of the release that lede was built for.
    package var package: String {
        switch self {
        case .jpeg: "libjpeg62-turbo"
        case .png: "libpng16-16"
        case .webp: "libwebp7"
        case .gif: "libgif7"
        case .avif: "libavif15"
        case .zlib: "zlib1g"
        case .chafa: "libchafa0"
        }
    }
}

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
