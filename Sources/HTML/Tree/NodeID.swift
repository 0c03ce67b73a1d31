/// A node of a tree, by its number in the tree's arrays.
package struct NodeID: Hashable, Sendable {
    let number: UInt32

    init(_ number: UInt32) {
        self.number = number
    }

    /// The document itself, above everything.
    package static let document = NodeID(0)
    /// Where no node is.
    static let none = NodeID(.max)

    @inline(__always)
    var index: Int { Int(number) }

    /// Nil for no node.
    var ifAny: NodeID? { self == .none ? nil : self }
}
