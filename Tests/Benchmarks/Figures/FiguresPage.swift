import Foundation

/// The page of figures in the documentation: a row for each thing that people feel, from the file of figures beside it.
struct FiguresPage {
    /// The rows of one section of a benchmark. Their names are those of figures, without the sizes of what grows.
    struct Selection {
        let benchmark: String
        let section: String
        let unit: FigureUnit
        let names: [String]

        init(_ benchmark: String, _ section: String, _ unit: FigureUnit = .milliseconds, _ names: String...) {
            (self.benchmark, self.section, self.unit, self.names) = (benchmark, section, unit, names)
        }

        func figures(in file: FigureFile) -> [Figure] {
            let all = file.benchmarks.filter { $0.name == benchmark }.flatMap(\.figures)
            return names.flatMap { name in
                all.filter { ($0.section, $0.name, $0.unit) == (section, name, unit) }
            }
        }
    }

    /// What the page shows. The file has more: processor time, bytes, further memory, and how far the runs differ.
    static let selections = [
        Selection(
            "start", "the first list", .milliseconds, "the starter feeds", "100,000 items", "100,000 items, cold",
            "1,000,000 items", "1,000,000 items, cold"),
        Selection(
            "keys", "100,000 items", .milliseconds, "a row", "a page", "a row, scrolling", "an article",
            "a letter searched"),
        Selection(
            "keys", "1,000,000 items", .milliseconds, "a row", "a page", "a row, scrolling", "an article",
            "a letter searched"),
        Selection("keys", "1,000,000 items", .megabytes, "after the start, memory", "after all keys, memory"),
        Selection(
            "memory", "a reader of 1,000,000 items that refreshes 1,000 feeds", .megabytes,
            "after a refresh with new items, memory", "after a refresh with nothing new, memory"),
        Selection("rest", "ten seconds with the starter feeds", .processorMilliseconds, "after giving back memory"),
        Selection(
            "growth", "time by number of items", .milliseconds, "start", "a row", "a page", "marking an item",
            "lede search lighthouse", "lede mark read --all", "refresh, nothing new"),
        Selection(
            "growth", "time by number of feeds", .milliseconds, "start", "a row of the feed list",
            "refresh, nothing new"),
        Selection("refresh", "300 feeds", .seconds, "first refresh", "nothing changed"),
        Selection("refresh", "300 feeds", .megabytes, "first refresh"),
        Selection("refresh", "300 feeds", .milliseconds, "a key in a reader meanwhile"),
        Selection("refresh", "1,000 feeds", .seconds, "first refresh", "nothing changed"),
        Selection("refresh", "1,000 feeds", .megabytes, "first refresh"),
        Selection("refresh", "1,000 feeds", .milliseconds, "a key in a reader meanwhile"),
        Selection(
            "commands", "1,000,000 items in 500 feeds", .milliseconds, "lede unread", "lede items --limit 100 --json",
            "lede show 1", "lede search lighthouse"),
        Selection(
            "render", "from a file to a pipe, whole programs", .milliseconds, "20 KB of everything",
            "1,024 KB of everything"),
        Selection(
            "pictures", "an article whose picture of a megapixel is kept, from Enter", .milliseconds, "kitty", "blocks"),
        Selection(
            "sync", "the first sync: 300 feeds, 10,000 items of 1.5 KB", .seconds, "whole",
            "until the first items are in the library"),
        Selection("sync", "10,000 marks sent", .seconds, "whole"),
        Selection("sync", "nothing has changed, 10,000 unread items", .milliseconds, "whole"),
        Selection(
            "sync", "a reader of 100,000 items whose server is silent", .milliseconds, "from exec to the first list"),
        Selection("sync-folder", "100,000 marks in 300 feeds", .seconds, "written", "read"),
        Selection("sync-folder", "100,000 marks in 300 feeds", .milliseconds, "nothing new")
    ]

    private let file: FigureFile

    init(_ file: FigureFile) {
        self.file = file
    }

    /// Puts the figures of a file, if it is there, in the place of those in a folder, and writes the page beside them.
    static func write(with path: String, to folder: String, order: [String]) throws {
        let kept = folder + "/figures.json"
        var file = try FigureFile(path: kept)
        if FileManager.default.fileExists(atPath: path) {
            for benchmark in try FigureFile(path: path).benchmarks { file.merge(benchmark, order: order) }
        }
        try file.write(to: kept)
        try Data(FiguresPage(file).markdown.utf8).write(to: URL(filePath: folder + "/figures.md"))
    }

    var markdown: String {
        ([Self.introduction, circumstances] + file.benchmarks.compactMap(part)).joined(separator: "\n")
    }

    private static let introduction = """
        # Figures

        `make figures` writes this page. Don't edit it: measure again.

        - **lede**: the median of the runs. **99%**: 99 of 100 runs needed no more.
        - **floor**: the least that any program needs for this work. “×” after a value: lede's figure in relation to it.
        - **goal**: what lede should need at most: the median, and 99% after a slash.

        lede, the floor and other readers ran in turns. “CPU” is processor time of all threads. [figures.json](figures.json)
        has more figures. [Benchmarks](benchmarks.md) explains what each measures, and [why some goals are
        missed](benchmarks.md#goals-that-are-missed). To repeat all:

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
        let lines = rows.map { row in
            let (made, names) = (row.circumstances, rows.count == 1 ? "all" : row.names.joined(separator: ", "))
            let trial = made.isTrial ? " **Only a trial: few runs, small sizes.**" : ""
            return
                "| \(made.day) | \(made.source) | \(made.machine.description) | \(made.toolchain) | \(names)\(trial) |\n"
        }
        let missing = Set(file.benchmarks.flatMap(\.missing)).sorted()
        return "| date | commit | machine | toolchain | benchmarks |\n|---|---|---|---|---|\n" + lines.joined()
            + (missing.isEmpty ? "" : "\nNot measured: \(missing.joined(separator: ", ")).\n")
    }

    /// The heading and the tables of a benchmark, or nil if people feel nothing of it.
    private func part(of benchmark: FigureFile.Benchmark) -> String? {
        var sections: [(title: String, figures: [Figure])] = []
        for selection in Self.selections where selection.benchmark == benchmark.name {
            let figures = selection.figures(in: file)
            if sections.last?.title == selection.section {
                sections[sections.count - 1].figures += figures
            } else {
                sections.append((selection.section, figures))
            }
        }
        let tables = sections.filter { !$0.figures.isEmpty }.map { title, figures in
            figures[0].size == nil
                ? markdown(FigureTable(title, figures, isBrief: true), figures.map { anchor($0, of: benchmark.name) })
                : markdown(FigureTable(growthOf: title, figures), [])
        }
        return tables.isEmpty
            ? nil : "## \(benchmark.name)\n\n\(benchmark.title)\n\n" + tables.joined(separator: "\n")
    }

    /// A table whose rows have names that claims can link to.
    private func markdown(_ table: FigureTable, _ anchors: [String]) -> String {
        let rows = table.rows.enumerated().map { number, cells in
            let anchor = anchors.indices.contains(number) ? "<a id=\"\(anchors[number])\"></a>" : ""
            return "| \(anchor)" + cells.map(Self.cell).joined(separator: " | ") + " |\n"
        }
        return "| \(table.header.map(Self.cell).joined(separator: " | ")) |\n"
            + "|---|" + String(repeating: "---:|", count: table.header.count - 1) + "\n" + rows.joined()
    }

    private func anchor(_ figure: Figure, of benchmark: String) -> String {
        [benchmark, figure.section, figure.label, figure.unit.rawValue].joined(separator: " ").lowercased()
            .replacingOccurrences(of: ",", with: "").split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
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

/// The figures of one section as a table: a row for each, and columns only for what is there.
struct FigureTable {
    let header: [String]
    let rows: [[String]]

    /// A brief table leaves out how many runs there were.
    init(_ title: String, _ figures: [Figure], isBrief: Bool = false) {
        var peers: [String] = []
        for peer in figures.flatMap(\.peers) where !peers.contains(peer.name) { peers.append(peer.name) }
        let floors = Set(figures.compactMap(\.floor?.name))
        let floor = floors.count == 1 ? floors.first : nil
        var columns: [(name: String, cell: (Figure) -> String)] = [
            (title, \.label), ("lede", { $0.unit.text($0.value) }), ("99%", Self.high)
        ]
        if !isBrief { columns.append(("runs", { DecimalText.of($0.sample.runs) })) }
        columns.append((floor.map { "floor: \($0)" } ?? "floor", { Self.floor($0, isNamed: floor != nil) }))
        for peer in peers { columns.append((peer, { Self.peer(peer, $0) })) }
        columns.append(("goal", Self.goal))
        let cells = columns.map { column in figures.map(column.cell) }
        let used = columns.indices.filter { $0 < 2 || cells[$0].contains { !$0.isEmpty } }
        header = used.map { columns[$0].name }
        rows = figures.indices.map { row in used.map { cells[$0][row] } }
    }

    /// What grows, with a column for each size.
    init(growthOf title: String, _ figures: [Figure]) {
        let sizes = Set(figures.compactMap(\.size)).sorted()
        var names: [String] = []
        for figure in figures where !names.contains(figure.name) { names.append(figure.name) }
        header = [title] + sizes.map { DecimalText.of($0) }
        rows = names.map { name in
            let grown = sizes.map { size in figures.first { $0.name == name && $0.size == size } }
            return [name] + grown.map { $0.map { $0.unit.text($0.value) } ?? "" }
        }
    }

    /// The table for terminals.
    var text: String { TextColumns([header] + rows).text }

    private static func high(_ figure: Figure) -> String {
        figure.sample.runs > 1 ? figure.unit.text(figure.sample.high) : ""
    }

    /// The floor, with its name unless the column has it.
    private static func floor(_ figure: Figure, isNamed: Bool) -> String {
        guard let floor = figure.floor else { return "" }
        return (isNamed ? "" : "\(floor.name) ") + other(floor, figure)
    }

    private static func peer(_ name: String, _ figure: Figure) -> String {
        figure.peers.first { $0.name == name }.map { other($0, figure) } ?? ""
    }

    /// Another's value, and how many times as much lede's is.
    private static func other(_ other: Figure.Other, _ figure: Figure) -> String {
        let value = other.sample.median
        return figure.unit.text(value) + (value > 0 ? " (\(DecimalText.times(figure.value / value)))" : "")
    }

    private static func goal(_ figure: Figure) -> String {
        guard let goal = figure.goal else { return "" }
        let isMissed = figure.value > goal.value || goal.high.map { figure.sample.high > $0 } == true
        let goals = [goal.value, goal.high].compactMap { $0 }.map(figure.unit.text)
        return goals.joined(separator: " / ") + (isMissed ? ", missed" : "")
    }
}

/// Lines of cells as aligned columns: the first to the left, the others to the right.
struct TextColumns {
    private let lines: [[String]]

    init(_ lines: [[String]]) {
        self.lines = lines
    }

    var text: String {
        let columns = lines.first?.indices ?? 0..<0
        let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padded = columns.map { column in
                let space = String(repeating: " ", count: widths[column] - cells[column].count)
                return column == 0 ? cells[column] + space : space + cells[column]
            }
            let line = "  " + padded.joined(separator: "   ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
