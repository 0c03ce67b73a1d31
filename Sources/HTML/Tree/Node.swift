/// What a node is.
package enum NodeKind: UInt8, Sendable {
    case document, doctype, element, text, comment
}

/// A node and its place in the tree, in 28 bytes.
struct Node {
    var parent = NodeID.none
    /// The sibling before it; before the first child comes the last one, so that both ends are at hand.
    var previous = NodeID.none
    var next = NodeID.none
    /// The first child. A text keeps here how many bytes it may grow to in the buffer.
    var first = NodeID.none
    /// Where a text lies, or an element's attributes in the list of all.
    var start: UInt32 = 0
    /// A text's length, or an element's name and how many attributes it has.
    private var size: UInt32 = 0
    let kind: NodeKind
    var namespace = Namespace.html
    var tag = Tag.unknown
    var state = State()

    init(kind: NodeKind) {
        self.kind = kind
    }

    /// A text or a comment.
    init(kind: NodeKind, text: TextRange) {
        self.kind = kind
        self.text = text
    }

    /// What the builder knows of an element while it builds.
    struct State: OptionSet {
        var rawValue: UInt8 = 0
        /// On the stack of open elements.
        static let isOpen = State(rawValue: 1)
        /// In the list of formatting elements.
        static let isFormatting = State(rawValue: 2)
        /// An `annotation-xml` that holds HTML.
        static let holdsHTML = State(rawValue: 4)
    }

    var text: TextRange {
        get { TextRange(start: start, count: size) }
        set { (start, size) = (newValue.start, newValue.count) }
    }

    /// An element's number in the table of names, which is less than four million because there are fewer nodes.
    var name: UInt32 {
        get { size >> Self.bitsOfCount }
        set { size = newValue << Self.bitsOfCount | size & Self.mostAttributes }
    }

    var attributes: Range<Int> {
        get { Int(start)..<Int(start) + Int(size & Self.mostAttributes) }
        set {
            start = UInt32(newValue.lowerBound)
            size = size & ~Self.mostAttributes | UInt32(newValue.count)
        }
    }

    func isHTML(_ tag: Tag) -> Bool { self.tag == tag && namespace == .html }

    /// An element with the same name and attributes.
    var copy: Node {
        var node = Node(kind: kind)
        (node.start, node.size, node.tag, node.namespace) = (start, size, tag, namespace)
        return node
    }

    private static let bitsOfCount: UInt32 = 10
    private static let mostAttributes: UInt32 = 1 << bitsOfCount - 1
}
