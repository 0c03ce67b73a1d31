import Addresses
import HTML

/// Where the article is on the pages of one site. A file named after the host has one instruction on each line:
///
///     # Comments begin with a number sign.
///     body: //div[@id='story']
///     strip: .related, .share
///     title: //h1
///     author: //span[contains(@class, 'author')]
///     date: //time/@datetime
///     next: a.next
///
/// What begins with a slash or a bracket is an XPath, anything else a CSS selector. Of several lines of one kind, the first
/// that matches counts; each `strip` counts.
package struct SiteRule: Sendable {
    private(set) var places: [Instruction: [Place]] = [:]

    enum Instruction: String {
        case body, strip, title, author, date, next
    }

    enum Place: Sendable {
        case path(XPath)
        case selector(Selector)
    }

    package init(parsing text: String) throws(SiteRuleFailure) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.onOneLine
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: ":", maxSplits: 1).map(\.onOneLine)
            guard parts.count == 2 else { throw SiteRuleFailure(line: index + 1, problem: "a colon is missing") }
            guard let instruction = Instruction(rawValue: parts[0]) else {
                throw SiteRuleFailure(line: index + 1, problem: "unknown instruction “\(parts[0])”")
            }
            do {
                places[instruction, default: []].append(try Self.place(parts[1]))
            } catch {
                throw SiteRuleFailure(line: index + 1, problem: error.description)
            }
        }
    }

    /// The names of files that may have the rule for a host, the most specific one first.
    package static func fileNames(forHost host: String) -> [String] {
        var names = [host]
        var rest = host.withoutWWW
        if rest != host { names.append(String(rest)) }
        while let dot = rest.firstIndex(of: "."), rest[rest.index(after: dot)...].contains(".") {
            rest = rest[rest.index(after: dot)...]
            names.append("." + rest)
        }
        return names
    }

    private static func place(_ text: String) throws(SelectorFailure) -> Place {
        if text.hasPrefix("/") || text.hasPrefix("(") { return .path(try XPath(text)) }
        return .selector(try Selector(text))
    }
}
