/// Figures beside those of an earlier file.
package struct Comparison {
    package enum Verdict: String {
        case better
        case worse
        case withinNoise = ""
    }

    package struct Row {
        package let benchmark: String
        package let now: Figure
        package let earlier: Figure

        package var ratio: Double { now.value / earlier.value }

        /// Better or worse only if the difference is over a tenth and the spreads of both don't touch.
        package var verdict: Verdict {
            guard now.value != earlier.value else { return .withinNoise }
            if earlier.value > 0, abs(ratio - 1) <= 0.1 { return .withinNoise }
            guard !now.spread.overlaps(earlier.spread) else { return .withinNoise }
            return now.value < earlier.value ? .better : .worse
        }
    }

    package let rows: [Row]
    /// Names of figures that only one of the files has.
    package let onlyNow: [String]
    package let onlyEarlier: [String]

    /// Compares these benchmarks.
    package init(_ now: FigureFile, with earlier: FigureFile, of benchmarks: [String]) {
        func figures(_ file: FigureFile) -> [(benchmark: String, figure: Figure)] {
            file.benchmarks.filter { benchmarks.contains($0.name) }.flatMap { benchmark in
                benchmark.figures.map { (benchmark.name, $0) }
            }
        }
        func match(_ wanted: (benchmark: String, figure: Figure), in all: [(benchmark: String, figure: Figure)])
            -> Figure?
        {
            all.first { $0.benchmark == wanted.benchmark && $0.figure.isSameMeasurement(as: wanted.figure) }?.figure
        }
        func names(_ all: [(benchmark: String, figure: Figure)]) -> [String] {
            all.map { Self.name($0.benchmark, $0.figure) }
        }
        let (new, old) = (figures(now), figures(earlier))
        rows = new.compactMap { wanted in
            match(wanted, in: old).map { Row(benchmark: wanted.benchmark, now: wanted.figure, earlier: $0) }
        }
        onlyNow = names(new.filter { match($0, in: old) == nil })
        onlyEarlier = names(old.filter { match($0, in: new) == nil })
    }

    package var text: String {
        let cells = rows.map { row in
            [
                Self.name(row.benchmark, row.now), row.now.unit.text(row.earlier.value),
                row.now.unit.text(row.now.value), row.earlier.value > 0 ? FigureUnit.times.text(row.ratio) : "",
                row.verdict.rawValue
            ]
        }
        let table = TextColumns([["", "earlier", "now", "ratio", ""]] + cells).text
        let only = onlyNow.map { "  only now: \($0)\n" } + onlyEarlier.map { "  only earlier: \($0)\n" }
        return table + only.joined()
    }

    private static func name(_ benchmark: String, _ figure: Figure) -> String {
        "\(benchmark): \(figure.section): \(figure.label) (\(figure.unit.rawValue))"
    }
}

extension Figure {
    /// Where the figure would be in nineteen of twenty repetitions, as far as its runs tell.
    var spread: ClosedRange<Double> {
        switch statistic {
        case .least: return sample.least...sample.quarter
        case .median:
            // The notch of a box plot (McGill, Tukey and Larsen, 1978).
            let notch = 1.57 * (sample.threeQuarters - sample.quarter) / Double(sample.runs).squareRoot()
            return sample.median - notch...sample.median + notch
        }
    }
}
