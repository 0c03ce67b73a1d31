import CLinux
import Glibc

/// How long the processor works for this thread, which doesn't depend on how busy the machine is.
package func processorTime<Failure>(of work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let start = processorTimeOfThread
    try work()
    return processorTimeOfThread - start
}

extension Duration {
    /// The most processor time for what takes a debug build some seconds, if it grows as it should.
    package static var longestWork: Duration { .seconds(Sanitizer.builtIn == nil ? 20 : 100) }
}

private var processorTimeOfThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
