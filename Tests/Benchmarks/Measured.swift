import Figures

/// What one run of a measurement gave: a value for each unit.
protocol Measured {
    var readings: [Reading] { get }
}

struct Reading: Measured {
    let unit: FigureUnit
    let value: Double

    init(_ unit: FigureUnit, _ value: Double) {
        (self.unit, self.value) = (unit, value)
    }

    var readings: [Reading] { [self] }
}

extension Cost: Measured {
    var readings: [Reading] { [onClock, onProcessor] }

    var onClock: Reading { Reading(.milliseconds, wall) }

    var onProcessor: Reading { Reading(.processorMilliseconds, processor) }
}

extension ProgramProbe: Measured {
    var readings: [Reading] { [onClock, onProcessor, Reading(.megabytes, peakPrivateMegabytes)] }

    var onClock: Reading { Reading(.seconds, seconds) }

    var onProcessor: Reading { Reading(.processorSeconds, processorSeconds) }
}

extension ProgramProbe {
    /// Only the times, of a program that takes a fraction of a second.
    var inMilliseconds: Cost { Cost(wall: seconds * 1000, processor: processorSeconds * 1000) }
}

extension BareFetch: Measured {
    var readings: [Reading] { [Reading(.seconds, seconds), Reading(.processorSeconds, processorSeconds)] }
}
