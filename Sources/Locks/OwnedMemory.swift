/// Memory that never moves, with its contents. Both are freed with the last owner.
///
/// Unlike a generic class or a `ManagedBuffer` it doesn't know the type of its contents: using such a class for another
/// type for the first time takes thousands of instructions, and a start has more than a hundred types of state.
public final class OwnedMemory {
    public let start: UnsafeMutableRawPointer
    private let end: (UnsafeMutableRawPointer) -> Void

    /// Allocates memory, which the owner must initialise before anything else. `end` deinitialises it.
    public init(byteCount: Int, alignment: Int, end: @escaping (UnsafeMutableRawPointer) -> Void) {
        start = .allocate(byteCount: byteCount, alignment: alignment)
        self.end = end
    }

    deinit {
        end(start)
        start.deallocate()
    }
}
