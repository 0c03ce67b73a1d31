/// A node of a draft: its index in the draft's arrays.
struct DraftID: Hashable {
    let number: UInt32

    init(_ index: Int) {
        number = UInt32(index)
    }

    private init(number: UInt32) {
        self.number = number
    }

    /// The root: the page's body.
    static let root = DraftID(0)
    /// No node.
    static let none = DraftID(number: .max)

    @inline(__always)
    var index: Int { Int(number) }

    /// Nil for `none`.
    @inline(__always)
    var ifAny: DraftID? { self == .none ? nil : self }
}
