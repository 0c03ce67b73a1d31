import Glibc

/// How long the processor works for this thread, which doesn't depend on how busy the machine is.
package func processorTime<Failure>(of work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let start = processorTimeOfThread
    try work()
    return processorTimeOfThread - start
}

private var processorTimeOfThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
