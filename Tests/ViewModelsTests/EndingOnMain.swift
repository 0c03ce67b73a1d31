import System

/// Keeps a model of a suite, and lets it end on the main queue.
///
/// A suite ends on any thread, while the main queue may be in a callback of one of its reader's parts, which don't own the
/// reader. In the program the reader never ends before its parts.
@propertyWrapper struct EndingOnMain<Model: AnyObject & Sendable>: Sendable {
    private var owner: Owner

    init(wrappedValue: Model) { owner = Owner(model: wrappedValue) }

    var wrappedValue: Model {
        get { owner.model }
        set { owner = Owner(model: newValue) }
    }

    private final class Owner: Sendable {
        let model: Model

        init(model: Model) { self.model = model }

        deinit { MainQueue.async { [model] in withExtendedLifetime(model) {} } }
    }
}
