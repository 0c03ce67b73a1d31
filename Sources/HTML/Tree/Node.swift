/// The kind of a node.
public enum NodeKind: UInt8, Sendable {
    case document, doctype, element, text, comment
    /// A processing instruction.
    case instruction
}

/// A node and its relatives in the tree, in 24 bytes.
struct Node {
    var parent = NodeID.none
    /// The previous sibling; of the first child, the last one, so that both ends are quick to find.
    var previous = NodeID.none
    var next = NodeID.none
    /// The first child; of a text, its capacity in the buffer in bytes.
    var first = NodeID.none
    /// The start of a text; of an element, the index of its attributes and, in the lowest ten bits, their number.
    private var start: UInt32 = 0
    /// A text's length or an element's name; in the lowest eight bits kind, namespace and state.
    private var size: UInt32

    init(kind: NodeKind) {
        size = UInt32(kind.rawValue)
    }

    /// A text, a comment or a processing instruction.
    init(kind: NodeKind, text: TextRange) {
        self.init(kind: kind)
        self.text = text
    }

    /// An element with a number from the table of names.
    init(element name: UInt32) {
        size = name << 8 | UInt32(NodeKind.element.rawValue)
    }

    /// The builder's notes about an element.
    struct State: OptionSet {
        var rawValue: UInt8 = 0
        /// On the stack of open elements.
        static let isOpen = State(rawValue: 1)
        /// In the list of formatting elements.
        static let isFormatting = State(rawValue: 2)
        /// An `annotation-xml` that holds HTML.
        static let holdsHTML = State(rawValue: 4)
    }

    var kind: NodeKind { NodeKind(rawValue: UInt8(truncatingIfNeeded: size & 7)) ?? .text }

    var namespace: Namespace {
        get { Namespace(rawValue: UInt8(truncatingIfNeeded: size >> 3 & 3)) ?? .html }
        set { size = size & ~0x18 | UInt32(newValue.rawValue) << 3 }
    }

    var state: State {
        get { State(rawValue: UInt8(truncatingIfNeeded: size >> 5 & 7)) }
        set { size = size & ~0xE0 | UInt32(newValue.rawValue) << 5 }
    }

    var text: TextRange {
        get { TextRange(start: start, count: size >> 8) }
        set { (start, size) = (newValue.start, min(newValue.count, Self.longestText) << 8 | size & 0xFF) }
    }

    /// The most bytes of a text; the rest is left out.
    static let longestText: UInt32 = 1 << 24 - 1

    /// An element's name in the `HTMLNameTable`. A tree has fewer names than nodes, so the number fits.
    var name: UInt32 {
        get { size >> 8 }
        set { size = newValue << 8 | size & 0xFF }
    }

    var tag: HTMLTag { Names.tag(of: name) }

    var attributes: Range<Int> {
        get { Int(start >> 10)..<Int(start >> 10 + start & 0x3FF) }
        set { start = UInt32(newValue.lowerBound) << 10 | UInt32(newValue.count) }
    }

    @inline(__always)
    func isHTML(_ tag: HTMLTag) -> Bool {
        // Compares kind, namespace and name at once, without the state.
        size & ~0xE0 == UInt32(tag.rawValue) << 8 | UInt32(NodeKind.element.rawValue)
    }

    /// A copy with the same name and attributes, or the same text, outside the tree.
    var copy: Node {
        var node = Node(kind: kind)
        (node.start, node.size) = (start, size & ~0xE0)
        return node
    }
}

/// A node of a tree: its index in the tree's arrays.
public struct NodeID: Hashable, Sendable {
    let number: UInt32

    init(_ number: UInt32) {
        self.number = number
    }

    /// The document itself, the root of everything.
    public static let document = NodeID(0)
    /// No node.
    static let none = NodeID(.max)

    @inline(__always)
    var index: Int { Int(number) }

    /// Nil for `none`.
    var ifAny: NodeID? { self == .none ? nil : self }
}

/// The language of an element.
public enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}

/// The range of a text: in the source or, decoded, in the tree's buffer.
package struct TextRange: Equatable, Sendable {
    /// The highest bit says whether the range is in the buffer.
    var start: UInt32
    var count: UInt32

    static let empty = TextRange(start: 0, count: 0)
    private static let ofBuffer: UInt32 = 1 << 31

    init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    init(source range: Range<Int>) {
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    init(buffer range: Range<Int>) {
        start = UInt32(range.lowerBound) | Self.ofBuffer
        count = UInt32(range.count)
    }

    /// Whether the text is in the buffer, because it had to be decoded or joined.
    var isInBuffer: Bool { start & Self.ofBuffer != 0 }
    /// Its bytes in the source or in the buffer.
    var range: Range<Int> {
        let first = Int(start & ~Self.ofBuffer)
        return first..<first + Int(count)
    }
    var isEmpty: Bool { count == 0 }

    func dropping(first length: Int) -> TextRange {
        TextRange(start: start + UInt32(length), count: count - UInt32(length))
    }

    func prefix(_ length: Int) -> TextRange { TextRange(start: start, count: UInt32(length)) }
}
