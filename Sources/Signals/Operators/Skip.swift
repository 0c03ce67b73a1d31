extension Signal {
    /// Leaves out the first `count` values.
    ///
    ///     source   --1--2--3--4--|
    ///     skip(2)  --------3--4--|
    public func skip(_ count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return relay { receive in
            let remaining = Serial(count)
            return { event in
                if case .next = event, remaining.state > 0 {
                    remaining.state -= 1
                } else {
                    receive(event)
                }
            }
        }
    }
}
