extension Signal {
    /// The same events; the action is taken once, when the subscription is over and its work is cleaned up, whether it
    /// completed, failed or was disposed of.
    ///
    ///     source   --1--2--|
    ///     finally  --1--2--|
    ///                      action
    public func finally(_ action: @escaping @Sendable () -> Void) -> Signal { on(disposed: action) }
}
