/// The steps of a subscription, one after the other. Disposing of a step begins the next.
///
/// The next step begins after the call that began the current one has returned. So a million steps that end at once
/// need no more stack than one.
final class Succession: Sendable {
    /// Begins a step, and adds its clean-up to the given part of the subscription.
    typealias Step = @Sendable (CompositeDisposable) -> Void

    private let turnstile = Turnstile<Step>()
    private let current = SerialDisposable()

    init(partOf subscription: CompositeDisposable) {
        subscription.add(current)
    }

    func next(_ step: @escaping Step) {
        turnstile.pass(step) { step in
            let part = CompositeDisposable()
            current.hold(part)
            // If the whole subscription is disposed of, so is the part.
            if !part.isDisposed { step(part) }
        }
    }
}
