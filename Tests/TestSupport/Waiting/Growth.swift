/// Whether the time for four times the amount stays well below sixteen times, which would be quadratic growth. Each
/// amount is measured twice, because a busy machine may slow one run down.
package func growsSteadily(from count: Int, _ work: (Int) -> Void) -> Bool {
    let short = min(processorTime { work(count) }, processorTime { work(count) })
    return (0..<2).contains { _ in processorTime { work(4 * count) } < short * 9 + .milliseconds(20) }
}
