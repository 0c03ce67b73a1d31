/// A well-formed copy of a broken document, with as little loss as readers would accept.
///
/// It takes linear time and only the memory of the copy. `Mender` finds the markup, `OpenElements` closes open
/// elements, and `MendedText` writes characters; each describes what it accepts.
struct MendedDocument {
    /// XML in UTF-8, without declaration, comments and processing instructions.
    let bytes: [UInt8]

    /// Nil if the document has no element at all.
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
