import Foundation

/// The figures of all benchmarks, as they are kept in a JSON file.
package struct FigureFile: Codable, Equatable, Sendable {
    /// What one benchmark found.
    package struct Benchmark: Codable, Equatable, Sendable {
        package let name: String
        package let title: String
        package let circumstances: Circumstances
        package let seconds: Double
        package let figures: [Figure]
        /// Programs that would have been measured beside lede.
        package let missing: [String]

        package init(
            name: String, title: String, circumstances: Circumstances, seconds: Double, figures: [Figure],
            missing: [String] = []
        ) {
            (self.name, self.title, self.circumstances) = (name, title, circumstances)
            (self.seconds, self.figures, self.missing) = (seconds, figures, missing)
        }

        /// The figures of each section, in the order of measuring.
        package var sections: [(title: String, figures: [Figure])] {
            var titles: [String] = []
            for figure in figures where !titles.contains(figure.section) { titles.append(figure.section) }
            return titles.map { title in (title, figures.filter { $0.section == title }) }
        }
    }

    package private(set) var benchmarks: [Benchmark]

    package init(_ benchmarks: [Benchmark] = []) {
        self.benchmarks = benchmarks
    }

    package init(path: String) throws {
        self = try JSONDecoder().decode(FigureFile.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Puts a benchmark in the place of its earlier figures. `order` lists all benchmarks; others are dropped.
    package mutating func merge(_ benchmark: Benchmark, order: [String]) {
        let all = benchmarks.filter { $0.name != benchmark.name } + [benchmark]
        benchmarks = order.compactMap { name in all.first { $0.name == name } }
    }

    package func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path), options: .atomic)
    }
}
