import Figures
import Foundation
import Glibc
import TestSupport

/// Collects the figures of one benchmark, and prints them section by section.
final class Report {
    private(set) var figures: [Figure] = []
    private(set) var missing: [String] = []
    private var section = ""
    private var printed = 0

    /// What several runs of another program, or of the least work, gave.
    struct Other {
        let name: String
        let runs: [any Measured]

        init(_ name: String, _ runs: [any Measured]) {
            (self.name, self.runs) = (name, runs)
        }
    }

    /// Begins a table, and prints the one before.
    func section(_ title: String) {
        printSection()
        section = title
        say("  \(title) …")
    }

    /// Adds a figure for each unit of the runs, beside the others' of the same unit.
    func add(
        _ name: String, _ runs: [any Measured], size: Int? = nil, by statistic: Figure.Statistic = .median,
        floor: Other? = nil, peers: [Other] = [], goals: [FigureUnit: Figure.Goal] = [:]
    ) {
        for unit in runs.first?.readings.map(\.unit) ?? [] {
            guard let sample = Sample(runs, unit) else { continue }
            figures.append(
                Figure(
                    section: section, name: name, size: size.map(Double.init), unit: unit, statistic: statistic,
                    sample: sample, floor: floor.flatMap { Figure.Other($0, unit) },
                    peers: peers.compactMap { Figure.Other($0, unit) }, goal: goals[unit]))
        }
    }

    /// Whether a program is installed. If not, the end of the run names it.
    func has(_ program: String, called name: String) -> Bool {
        let isHere = FileManager.default.isExecutableFile(atPath: program)
        if !isHere { miss(name) }
        return isHere
    }

    func miss(_ name: String) {
        if !missing.contains(name) { missing.append(name) }
    }

    func printSection() {
        let new = Array(figures[printed...])
        printed = figures.count
        if !new.isEmpty { say(FigureTable(section, new).text) }
    }
}

extension Sample {
    fileprivate init?(_ runs: [any Measured], _ unit: FigureUnit) {
        let values = runs.flatMap(\.readings).filter { $0.unit == unit }.map(\.value)
        guard !values.isEmpty else { return nil }
        self.init(values)
    }
}

extension Figure.Other {
    fileprivate init?(_ other: Report.Other, _ unit: FigureUnit) {
        guard let sample = Sample(other.runs, unit) else { return nil }
        self.init(other.name, sample)
    }
}

/// Prints a line at once: otherwise nothing could be seen for as long as it takes to fill a buffer.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
