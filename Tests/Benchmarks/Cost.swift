import Foundation

/// The duration of some work in milliseconds, by the clock and in processor time of all threads.
struct Cost {
    var wall: Double
    var processor: Double

    init(wall: Double, processor: Double) {
        (self.wall, self.processor) = (wall, processor)
    }

    init(of body: () throws -> Void) rethrows {
        let began = (wall: ContinuousClock.now, processor: Self.processorTime())
        try body()
        wall = (ContinuousClock.now - began.wall) / .milliseconds(1)
        processor = Double(Self.processorTime() - began.processor) / 1e6
    }

    /// Returns the costs of several runs, after one that isn't counted.
    static func runs(_ count: Int, _ body: () throws -> Void) rethrows -> [Cost] {
        try body()
        return try (0..<count).map { _ in try Cost(of: body) }
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
