extension Disposable {
    /// Leaves it to a scope, so that it goes on for no longer than the object that owns the scope.
    public func dispose(with scope: ScopedDisposable) { scope.add(self) }
}
