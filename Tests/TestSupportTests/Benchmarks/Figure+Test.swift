@testable import Benchmarks

extension Figure {
    static func test(
        _ name: String, _ values: [Double], in section: String = "40×120", size: Double? = nil,
        unit: FigureUnit = .milliseconds, floor: Other? = nil, peers: [Other] = [], goal: Goal? = nil
    ) -> Figure {
        Figure(
            section: section, name: name, size: size, unit: unit, sample: Sample(values), floor: floor, peers: peers,
            goal: goal)
    }
}

extension FigureFile.Benchmark {
    static func test(_ name: String, _ figures: [Figure], commit: String = "abc1234") -> FigureFile.Benchmark {
        FigureFile.Benchmark(
            name: name, title: "What \(name) measures.",
            circumstances: Circumstances(
                date: "2026-11-26T10:00:00Z",
                machine: Circumstances.Machine(processor: "Xeon", cores: 2, memoryMegabytes: 24105, kernel: "6.1"),
                commit: commit, isChanged: false, toolchain: "Swift 6.2", load: 0.1, isTrial: false),
            seconds: 1.5, figures: figures, missing: ["newsraft"])
    }
}
