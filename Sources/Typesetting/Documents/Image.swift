/// An image in a text.
package struct Image: Equatable, Sendable {
    /// A description of the image; nil if there is none. Decoration doesn't become an image.
    package var alt: String?
    package var source: String?
    package var title: String?
    /// The size on a page, in pixels.
    package var width: Int?
    package var height: Int?

    package init(
        alt: String? = nil, source: String? = nil, title: String? = nil, width: Int? = nil, height: Int? = nil
    ) {
        self.alt = alt
        self.source = source
        self.title = title
        self.width = width
        self.height = height
    }
}
