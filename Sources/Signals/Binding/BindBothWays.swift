extension MutableProperty where Value: Equatable {
    /// Keeps this property and another equal, whichever of them is set: the other takes this one's value first.
    ///
    /// It lasts until the result is disposed of or either property is gone. When several threads set both at once, both
    /// come to rest at the same one of those values.
    @discardableResult
    public func bindBothWays(with other: MutableProperty) -> any Disposable {
        bindBothWays(with: other, forth: { $0 }, back: { $0 })
    }

    /// Keeps the other property at what `forth` makes of this one's value, and this one at what `back` makes of the
    /// other's: the other takes its value first.
    ///
    /// What one was set to by the other is not sent back, so that `forth` and `back` may lose something.
    @discardableResult
    public func bindBothWays<Other: Equatable & Sendable>(
        with other: MutableProperty<Other>, forth: @escaping @Sendable (Value) -> Other,
        back: @escaping @Sendable (Other) -> Value
    ) -> any Disposable {
        let subscription = CompositeDisposable()
        let link = Link(self, other, forth: forth, back: back)
        signal.start(partOf: subscription) { event in
            if event.isEnd { subscription.dispose() } else { link.notice(.first) }
        }
        other.signal.start(partOf: subscription) { event in
            if event.isEnd { subscription.dispose() } else { link.notice(.second) }
        }
        return subscription
    }
}

/// Two properties that follow each other.
///
/// A notice carries no value: the one that is there when its turn comes is what counts, so that no old value overtakes
/// a new one on its way round.
private final class Link<First: Equatable & Sendable, Second: Equatable & Sendable>: Sendable {
    enum Side {
        case first, second
    }

    private struct Agreement: Sendable {
        let first: First
        let second: Second
    }

    private weak let first: MutableProperty<First>?
    private weak let second: MutableProperty<Second>?
    private let forth: @Sendable (First) -> Second
    private let back: @Sendable (Second) -> First
    private let notices = Turnstile<Side>()
    /// What both were brought to last.
    private let agreement = Serial<Agreement?>(nil)

    init(
        _ first: MutableProperty<First>, _ second: MutableProperty<Second>,
        forth: @escaping @Sendable (First) -> Second, back: @escaping @Sendable (Second) -> First
    ) {
        self.first = first
        self.second = second
        self.forth = forth
        self.back = back
    }

    /// Tells that a side was set, also by this link itself.
    func notice(_ side: Side) {
        notices.pass(side) { side in
            guard let first, let second else { return }
            switch side {
            case .first: bring(second, to: first.value)
            case .second: bring(first, to: second.value)
            }
        }
    }

    private func bring(_ second: MutableProperty<Second>, to value: First) {
        guard agreement.state?.first != value else { return }
        let other = forth(value)
        agreement.state = Agreement(first: value, second: other)
        if second.value != other { second.value = other }
    }

    private func bring(_ first: MutableProperty<First>, to value: Second) {
        guard agreement.state?.second != value else { return }
        let other = back(value)
        agreement.state = Agreement(first: other, second: value)
        if first.value != other { first.value = other }
    }
}
