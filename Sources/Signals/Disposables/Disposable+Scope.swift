extension Disposable {
    /// Adds this to a scope, so that it ends with the object that owns the scope.
    public func dispose(with scope: ScopedDisposable) { scope.add(self) }
}
