/// Something that continues until it is disposed of: a subscription, or the work behind a signal.
///
/// Disposing twice is the same as disposing once, from any thread.
public protocol Disposable: Sendable {
    func dispose()
}
