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
