import Foundation
import Glibc
import TestSupport

/// Collects the figures of one benchmark, and prints them section by section. A figure comes from runs of lede, of the least work
/// and of other programs, in turns.
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
        _ name: String, _ runs: [any Measured], size: Int? = nil, floor: Other? = nil, peers: [Other] = [],
        goals: [FigureUnit: Figure.Goal] = [:]
    ) {
        for unit in runs.first?.readings.map(\.unit) ?? [] {
            guard let sample = Sample(runs, unit) else { continue }
            figures.append(
                Figure(
                    section: section, name: name, size: size.map(Double.init), unit: unit, sample: sample,
                    floor: floor.flatMap { Figure.Other($0, unit) },
                    peers: peers.compactMap { Figure.Other($0, unit) }, goal: goals[unit]))
        }
    }

    /// One of those that are measured in turns.
    struct Contender {
        fileprivate enum Role {
            case own
            case floor
            case peer
        }

        fileprivate let role: Role
        fileprivate let name: String
        fileprivate let measure: () throws -> any Measured

        static func own(_ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .own, name: "lede", measure: measure)
        }

        /// The least that the work takes.
        static func floor(_ name: String, _ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .floor, name: name, measure: measure)
        }

        /// Another program that does the same.
        static func peer(_ name: String, _ measure: @escaping () throws -> any Measured) -> Contender {
            Contender(role: .peer, name: name, measure: measure)
        }
    }

    /// Measures all in turns, so that other load of the machine affects all alike, and adds lede's figures beside the
    /// others'. A first turn isn't counted. A peer that fails is left out and named.
    func turns(_ name: String, runs: Int, goals: [FigureUnit: Figure.Goal] = [:], _ contenders: [Contender]) throws {
        var left = contenders
        var measured: [String: [any Measured]] = [:]
        for turn in 0...runs {
            for contender in left {
                do {
                    let run = try contender.measure()
                    if turn > 0 { measured[contender.name, default: []].append(run) }
                } catch  where contender.role == .peer {
                    miss("\(contender.name) (failed: \(error))")
                    left.removeAll { $0.name == contender.name }
                }
            }
        }
        func others(_ role: Contender.Role) -> [Other] {
            left.filter { $0.role == role }.map { Other($0.name, measured[$0.name] ?? []) }
        }
        add(name, measured["lede"] ?? [], floor: others(.floor).first, peers: others(.peer), goals: goals)
    }

    /// Measures the same with homes of several sizes in turns. A first turn isn't counted.
    func growth(
        _ name: String, of homes: [(size: Int, home: Home)], runs: Int, _ measure: (Home) throws -> any Measured
    ) throws {
        var measured: [[any Measured]] = homes.map { _ in [] }
        for turn in 0...runs {
            for (number, (_, home)) in homes.enumerated() {
                let run = try measure(home)
                if turn > 0 { measured[number].append(run) }
            }
        }
        for ((size, _), runs) in zip(homes, measured) { add(name, runs, size: size) }
    }

    /// Adds the memory of a process as it is now: all that it uses, and its own without files.
    func addMemory(_ name: String, of process: Int32) {
        add("\(name), memory", [Reading(.megabytes, ProcessMemory.megabytes("VmRSS", of: process))])
        add("\(name), private memory", [Reading(.megabytes, ProcessMemory.megabytes("RssAnon", of: process))])
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

extension [Reading]: Measured {
    var readings: [Reading] { self }
}

extension Cost: Measured {
    var readings: [Reading] { [onClock, Reading(.processorMilliseconds, processor)] }

    var onClock: Reading { Reading(.milliseconds, wall) }
}

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

    private static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// How much is measured. With `LEDE_BENCH_QUICK` it is little, to try the benchmarks themselves: the figures then tell nothing.
enum Scale {
    static let isTrial = ProcessInfo.processInfo.environment["LEDE_BENCH_QUICK"] != nil

    static let tenThousand = isTrial ? 2000 : 10_000
    static let hundredThousand = isTrial ? 5000 : 100_000
    static let million = isTrial ? 20_000 : 1_000_000

    static func runs(_ count: Int) -> Int { isTrial ? max(3, count / 20) : count }
}
