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
