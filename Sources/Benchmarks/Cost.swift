import Foundation

/// The duration of some work in milliseconds, by the clock and in processor time of all threads.
struct Cost {
    var wall: Double
    var processor: Double

    init(of body: () throws -> Void) rethrows {
        let began = (wall: ContinuousClock.now, processor: Self.processorTime())
        try body()
        wall = (ContinuousClock.now - began.wall) / .milliseconds(1)
        processor = Double(Self.processorTime() - began.processor) / 1e6
    }

    /// Returns the medians of several runs, after one that isn't counted.
    static func median(of runs: Int, _ body: () throws -> Void) rethrows -> Cost {
        try body()
        return try median(of: (0..<runs).map { _ in try Cost(of: body) })
    }

    static func median(of costs: [Cost]) -> Cost {
        func middle(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
        return Cost(wall: middle(costs.map(\.wall)), processor: middle(costs.map(\.processor)))
    }

    private init(wall: Double, processor: Double) {
        self.wall = wall
        self.processor = processor
    }

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

extension Cost: CustomStringConvertible {
    var description: String {
        String(format: "%7.2f ms (processor %.2f)", wall, processor)
    }
}
