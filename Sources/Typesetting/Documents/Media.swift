/// Sound, film or another page that a page shows within itself, and a document has a link for.
package struct Media: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case audio
        case video
        /// Another page, or a thing that needs a program of its own.
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
