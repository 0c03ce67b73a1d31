import Glibc
import Library

// Values that several commands use.
extension Arguments {
    /// The filter of `--filter`.
    func filter() throws(CommandFailure) -> Filter? {
        guard let text = value(of: "--filter") else { return nil }
        do { return try Filter(text) } catch {
            let problem = "invalid filter: \(error)"
            throw .usage(problem, advice: problem.hasSuffix("?") ? nil : "see “lede help items”")
        }
    }

    /// An item, given by its number.
    func item(_ word: String) throws(CommandFailure) -> ItemID {
        guard let number = Int64(word), number > 0 else {
            throw .usage("“\(word)” isn't an item number", advice: "“lede items” lists them")
        }
        return ItemID(number)
    }

    /// The items of the operands, which are all in your feeds.
    func items(in library: Library) throws -> [ItemID] {
        let items = try operands.map { word in try item(word) }
        let feeds = try Set(library.feeds().map(\.id))
        let known = try Set(library.items(items).filter { feeds.contains($0.feed) }.map(\.id))
        if let missing = items.first(where: { !known.contains($0) }) { throw CommandFailure.noItem(missing) }
        return items
    }

    private static let widths = 1...1000

    /// The width to which text is wrapped.
    func width() throws(CommandFailure) -> Int {
        guard let width = try number(of: "--width") else { return min(TerminalWidth.columns ?? 80, 80) }
        guard Self.widths.contains(width) else { throw .usage("--width must be a number from 1 to 1000") }
        return width
    }

    /// Whether text is printed with its styles.
    func wantsStyles() -> Bool {
        switch value(of: "--color") {
        case "always": true
        case "never": false
        default:
            isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}
