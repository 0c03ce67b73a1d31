/// State of one subscription or source, which only its events touch, one at a time.
struct Serial<State>: @unchecked Sendable {
    // Safe to share: events are delivered one at a time, and a turnstile hands over what one thread wrote to the next.
    // In a buffer and not in a class of ours, whose every access would be checked at run time for a second one that
    // the turnstile keeps away.
    private let storage: ManagedBuffer<State, Void>

    init(_ state: State) {
        storage = .create(minimumCapacity: 0) { _ in state }
    }

    var state: State {
        get { storage.withUnsafeMutablePointerToHeader { $0.pointee } }
        nonmutating set { storage.withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
    }

    /// Changes the state where it is.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        storage.withUnsafeMutablePointerToHeader { change(&$0.pointee) }
    }
}
