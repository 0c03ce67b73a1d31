import Glibc

/// Starts a thread for work that waits on the network, which would block a dispatch queue.
///
/// It belongs to no actor: a closure made in an actor's code crashes when C calls it on another thread.
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
    // Writing to a server that is gone fails only that transfer. The signal would end the process, and curl, told to
    // leave signals alone, doesn't block it.
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
    // Keys must not wait for a core while hundreds of documents are decompressed. This lowers only this thread's
    // priority.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
