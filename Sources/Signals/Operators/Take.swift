extension Signal {
    /// Sends the first `count` values, then completes.
    ///
    ///     source   --1--2--3--4--|
    ///     take(2)  --1--2|
    public func take(_ count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        guard count > 0 else { return .empty }
        return relay { receive in
            let remaining = Serial(count)
            return { event in
                guard remaining.state > 0 else { return }
                if case .next = event { remaining.state -= 1 }
                let isLast = remaining.state == 0
                receive(event)
                if isLast { receive(.completed) }
            }
        }
    }
}
