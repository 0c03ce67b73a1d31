import Locks

/// State of one subscription or source. Only its events access it, one at a time.
struct Serial<State>: @unchecked Sendable {
    // Safe to share: events are delivered one at a time, and a turnstile passes what one thread wrote to the next. The
    // state has its own memory and is no class, so that Swift doesn't check every access for overlaps at run time. The
    // turnstile already prevents them.
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

    /// Changes the state in place.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        withExtendedLifetime(memory) { change(&$0.start.assumingMemoryBound(to: State.self).pointee) }
    }
}
