/// A document prepared for setting, in parts and several times.
package struct Manuscript: Sendable {
    package let document: Document
    let references: References
    let ornament: Ornament
    /// The images of the text in order, without those of its head.
    package let images: [Image]
    let isOnePicture: Bool
    let blocksWithPictures: Int

    package init(_ document: Document) {
        self.document = document
        references = References(document)
        ornament = Ornament(document)
        images = document.images
        isOnePicture = images.count == 1 && document.isShort
        blocksWithPictures = document.blocksWithPictures(of: images)
    }
}
