import HTML

/// A node of a draft and its relatives, in 32 bytes.
struct DraftNode {
    var parent = DraftID.none
    var previous = DraftID.none
    var next = DraftID.none
    var first = DraftID.none
    var last = DraftID.none
    /// Where the text or the attributes are in the page's tree; meaningless for elements that the page doesn't have.
    var source: NodeID
    /// What an element is by now; cleaning changes it.
    var tag: Tag
    var traits: Traits
    var hints: Hints

    struct Traits: OptionSet {
        let rawValue: UInt16
        static let isText = Traits(rawValue: 1)
        /// Only white space.
        static let isBlank = Traits(rawValue: 2)
        /// Made here, so that it has no attributes.
        static let isMade = Traits(rawValue: 4)
        /// Has a block somewhere inside.
        static let holdsBlock = Traits(rawValue: 8)
        /// A link, or an edit, that has more than inline content.
        static let holdsFlow = Traits(rawValue: 16)
        /// Has a video or a table of data somewhere inside, or is one.
        static let isKept = Traits(rawValue: 32)
        static let isDataTable = Traits(rawValue: 64)
        /// Is compared with others by its score.
        static let hasScore = Traits(rawValue: 128)
        /// A link within the page.
        static let leadsNearby = Traits(rawValue: 256)
        /// Shows the author, as its attributes say.
        static let namesAuthor = Traits(rawValue: 512)
        /// The text of an article, as its attributes say.
        static let isMarkedAsBody = Traits(rawValue: 1024)
        static let isMarkedAsArticle = Traits(rawValue: 2048)
        /// The main part of the page, as its attributes say.
        static let isMarkedAsMain = Traits(rawValue: 4096)
        /// A menu, a dialogue or the like, as its attributes say.
        static let hasRoleOfOthers = Traits(rawValue: 8192)
    }

    /// What its class and its id say, apart from each other.
    struct Hints {
        var ofClass: ClassHints = []
        var ofID: ClassHints = []

        mutating func formUnion(_ other: Hints) {
            ofClass.formUnion(other.ofClass)
            ofID.formUnion(other.ofID)
        }

        var all: ClassHints { ofClass.union(ofID) }
    }
}
