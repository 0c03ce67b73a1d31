/// Whether the processor takes no square of the time for four times as much of something: sixteen times would be one.
///
/// It tries the large amount twice, since a busy machine may slow one of them down.
package func growsSteadily(from count: Int, _ work: (Int) -> Void) -> Bool {
    let short = min(processorTime { work(count) }, processorTime { work(count) })
    return (0..<2).contains { _ in processorTime { work(4 * count) } < short * 9 + .milliseconds(20) }
}
