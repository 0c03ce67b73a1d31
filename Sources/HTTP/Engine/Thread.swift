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
    // A server that is gone when something is written to it is that transfer's failure. A signal would end the process,
    // and curl, told to leave signals alone, lets it come.
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
    // Who presses a key should not wait for a core while hundreds of documents are decompressed: this is for the thread alone.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
