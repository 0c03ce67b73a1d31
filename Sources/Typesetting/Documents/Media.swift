/// Audio, video or another page embedded in a page. A document has a link to it.
package struct Media: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case audio
        case video
        /// Another page, or an object that needs its own program.
        case embedded
    }

    package var kind: Kind
    package var target: String
    package var title: String?

    package init(_ kind: Kind, target: String, title: String? = nil) {
        self.kind = kind
        self.target = target
        self.title = title
    }
}
