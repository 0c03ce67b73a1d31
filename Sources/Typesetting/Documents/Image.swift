/// An image in a text.
package struct Image: Equatable, Sendable {
    /// A description of the image; nil if there is none. Decoration doesn't become an image.
    package var alt: String?
    /// Its URL; for a picture that the text contains, a name that only this picture has in this process.
    package var source: String?
    /// The `data:` URL of a picture that the text contains.
    package var data: String?
    package var title: String?
    /// The size on a page, in pixels.
    package var width: Int?
    package var height: Int?

    package init(
        alt: String? = nil, source: String? = nil, data: String? = nil, title: String? = nil, width: Int? = nil,
        height: Int? = nil
    ) {
        self.alt = alt
        self.source = source
        self.data = data
        self.title = title
        self.width = width
        self.height = height
    }
}
