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
