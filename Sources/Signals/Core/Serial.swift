import Locks

/// State of one subscription or source, which only its events touch, one at a time.
struct Serial<State>: @unchecked Sendable {
    // Safe to share: events are delivered one at a time, and a turnstile hands over what one thread wrote to the next.
    // In memory of its own and not in a class, whose every access would be checked at run time for a second one that the
    // turnstile keeps away.
    private let memory: OwnedMemory

    init(_ state: State) {
        memory = OwnedMemory(byteCount: MemoryLayout<State>.size, alignment: MemoryLayout<State>.alignment) {
            $0.assumingMemoryBound(to: State.self).deinitialize(count: 1)
        }
        memory.start.bindMemory(to: State.self, capacity: 1).initialize(to: state)
    }

    var state: State {
        get { update { $0 } }
        nonmutating set { update { $0 = newValue } }
    }

    /// Changes the state where it is.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        withExtendedLifetime(memory) { change(&$0.start.assumingMemoryBound(to: State.self).pointee) }
    }
}
