import Foundation

/// The page of figures in the documentation, written from a file of figures.
package struct FiguresPage {
    private let file: FigureFile

    package init(_ file: FigureFile) {
        self.file = file
    }

    /// The pictures beside the page, by their paths from it.
    package var plots: [(path: String, svg: String)] {
        file.benchmarks.flatMap { benchmark in
            benchmark.sections.compactMap { section in
                GrowthPlot(section.title, section.figures).map { (Self.path(benchmark.name, section.title), $0.svg) }
            }
        }
    }

    package var markdown: String {
        let tables = file.benchmarks.map { benchmark in
            let sections = benchmark.sections.map { table($0.title, $0.figures, of: benchmark.name) }
            return "## \(benchmark.name)\n\n\(benchmark.title)\n\n" + sections.joined(separator: "\n")
        }
        return Self.introduction + circumstances + "\n" + tables.joined(separator: "\n")
    }

    private static let introduction = """
        # Figures

        `make figures` writes this page. Don't edit it: measure again.

        - **lede**: the median of the runs, or the least for work that is the same each time; **runs** says which.
        - **99%**: 99 of 100 runs needed no more.
        - **floor**: the least that any program needs for this work, measured in turns with lede.
        - **Other readers**: the same work, in turns with lede. “×” after a value: lede's figure in relation to it.
        - **goal**: what lede should need at most: the median, and 99% after a slash.

        Less is always better. “CPU” is processor time of all threads. [Benchmarks](benchmarks.md) explains what each measures,
        and [why some goals are missed](benchmarks.md#goals-that-are-missed).
        To repeat all:

            make bench && make figures


        """

    /// A row for each circumstance, since benchmarks may be repeated one by one.
    private var circumstances: String {
        var rows: [(circumstances: Circumstances, names: [String])] = []
        for benchmark in file.benchmarks {
            let known = rows.firstIndex { $0.circumstances.isLike(benchmark.circumstances) }
            if let known {
                rows[known].names.append(benchmark.name)
            } else {
                rows.append((benchmark.circumstances, [benchmark.name]))
            }
        }
        let loads = file.benchmarks.map(\.circumstances.load)
        let load = [loads.min() ?? 0, loads.max() ?? 0].map { DecimalText.of($0) }.joined(separator: " to ")
        let lines = rows.map { row in
            let (made, names) = (row.circumstances, rows.count == 1 ? "all" : row.names.joined(separator: ", "))
            let trial = made.isTrial ? " **Only a trial: few runs, small sizes.**" : ""
            return
                "| \(made.day) | \(made.source) | \(made.machine.description) | \(made.toolchain) | \(names)\(trial) |\n"
        }
        let missing = Set(file.benchmarks.flatMap(\.missing)).sorted()
        return "| date | commit | machine | toolchain | benchmarks |\n|---|---|---|---|---|\n" + lines.joined()
            + "\nLoad of the machine before each benchmark: \(load).\n"
            + (missing.isEmpty ? "" : "\nNot installed, so not measured: \(missing.joined(separator: ", ")).\n")
    }

    private func table(_ title: String, _ figures: [Figure], of benchmark: String) -> String {
        let table = FigureTable(title, figures)
        let rows = zip(figures, table.rows).map { figure, cells in
            let anchor = "<a id=\"\(Self.anchor(benchmark, figure))\"></a>"
            return "| \(anchor)" + cells.map(Self.cell).joined(separator: " | ") + " |\n"
        }
        let plot =
            GrowthPlot(title, figures) == nil
            ? "" : "\n![\(title): how it grows](\(Self.path(benchmark, title)))\n"
        return "| \(table.header.map(Self.cell).joined(separator: " | ")) |\n"
            + "|---|" + String(repeating: "---:|", count: table.header.count - 1) + "\n" + rows.joined() + plot
    }

    /// Names a row, so that claims can link to it.
    package static func anchor(_ benchmark: String, _ figure: Figure) -> String {
        slug([benchmark, figure.section, figure.label, figure.unit.rawValue].joined(separator: " "))
    }

    private static func path(_ benchmark: String, _ section: String) -> String {
        "figures/\(slug("\(benchmark) \(section)")).svg"
    }

    private static func slug(_ text: String) -> String {
        text.lowercased().replacingOccurrences(of: ",", with: "").split { !$0.isLetter && !$0.isNumber }
            .joined(separator: "-")
    }

    private static func cell(_ text: String) -> String {
        text.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "<", with: "&lt;")
    }
}

extension Circumstances {
    fileprivate var day: String { String(date.prefix(10)) }

    /// Whether they differ only by the hour and the load.
    fileprivate func isLike(_ other: Circumstances) -> Bool {
        (day, machine, source, toolchain, isTrial)
            == (other.day, other.machine, other.source, other.toolchain, other.isTrial)
    }
}
