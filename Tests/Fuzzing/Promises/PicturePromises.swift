package import Pictures

/// What must hold for every possible picture of a format. It is decoded in this process, by the code of the helper.
package struct PicturePromises: Sendable {
    private let format: PictureFormat
    /// Not of its shape, whatever that is.
    private let room = PixelSize(width: 37, height: 23)

    package init(_ format: PictureFormat) {
        self.format = format
    }

    /// The broken promises for a picture, in words. A crash counts as one, too. Other formats break none.
    package func broken(by bytes: [UInt8]) -> [String] {
        guard (try? PictureFormat(bytes)) == format else { return [] }
        let outcome = outcome(of: bytes)
        guard case .success(let picture) = outcome else {
            return outcome == self.outcome(of: bytes) ? [] : ["a picture fails for one reason"]
        }
        var broken: [String] = []
        let (size, original) = (picture.pixels.size, picture.original)
        if size.width > room.width || size.height > room.height { broken.append("a picture fits into its room") }
        if size != original.fitting(room) { broken.append("a picture keeps its shape") }
        if original.width * original.height > 40_000_000 { broken.append("a large picture isn't decoded") }
        if outcome != self.outcome(of: bytes) { broken.append("a picture looks the same each time") }
        return broken
    }

    private func outcome(of bytes: [UInt8]) -> Result<DecodedPicture, PictureFailure> {
        Result { () throws(PictureFailure) in try PictureHelper.decode(bytes, fitting: room) }
    }
}
