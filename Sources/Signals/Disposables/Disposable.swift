/// Something that goes on until it is disposed of: a subscription, the work behind a signal.
///
/// Disposing twice is the same as disposing once, from any thread.
public protocol Disposable: Sendable {
    func dispose()
}
