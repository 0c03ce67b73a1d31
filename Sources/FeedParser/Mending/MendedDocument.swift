/// A well-formed copy of a document that is not, with as little lost as a reader would accept.
///
/// It takes linear time and no more memory than the copy itself. What it forgives, and how, is told where it is done:
/// `Mender` finds the markup, `OpenElements` closes what was left open, `MendedText` writes characters.
struct MendedDocument {
    /// XML in UTF-8, without declaration, comments and processing instructions.
    let bytes: [UInt8]

    /// Nil if there is no element in the document at all.
    init?(_ document: ArraySlice<UInt8>) throws(ParseFailure) {
        let mended = document.withUnsafeBufferPointer { buffer in
            ByteView(buffer).map { view in Result { () throws(ParseFailure) in try Self.mend(view) } }
        }
        guard let bytes = try mended?.get() else { return nil }
        self.bytes = bytes
    }

    private static func mend(_ document: ByteView) throws(ParseFailure) -> [UInt8]? {
        for root in [Mender.Root.ofFeed, .any] {
            var mender = Mender(document, root: root)
            if let bytes = try mender.mend() { return bytes }
        }
        return nil
    }
}
