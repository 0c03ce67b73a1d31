/// What a subscription does one step after the other: a step begins when the one before is disposed of.
///
/// What is to come next is begun when the step that says so has been begun, and not within. So a million steps that are
/// over as soon as they begin need no more stack than one.
final class Succession: Sendable {
    /// Begins something, and adds what there is to clean up to the part of the subscription that it is given.
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
            // Disposed of already when the whole subscription is.
            if !part.isDisposed { step(part) }
        }
    }
}
