/// Memory whose place never changes, with what lies there, which goes when nobody holds the memory any longer.
///
/// It knows nothing of the type of what it holds, as a generic class or a `ManagedBuffer` would: the first use of such a class
/// for one more type takes thousands of instructions, and a start has more than a hundred types of state.
public final class OwnedMemory {
    public let start: UnsafeMutableRawPointer
    private let end: (UnsafeMutableRawPointer) -> Void

    /// Memory of so many bytes, whose owner puts something there before anything else; `end` takes that out.
    public init(byteCount: Int, alignment: Int, end: @escaping (UnsafeMutableRawPointer) -> Void) {
        start = .allocate(byteCount: byteCount, alignment: alignment)
        self.end = end
    }

    deinit {
        end(start)
        start.deallocate()
    }
}
