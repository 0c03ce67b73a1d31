import Glibc

/// Starts a thread of our own: for work that waits on the network, which no dispatch queue should do.
///
/// Not isolated to any actor, since a closure made in an actor's code dies when C calls it on another thread.
nonisolated func startThread(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, runWork, work.toOpaque())
    precondition(status == 0, "no thread could be started for the network")
    pthread_detach(thread)
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
