import Addresses
import FoundationEssentials
import SQLite

extension Row {
    /// The text, empty where something else is stored, which no reader stores there.
    func storedText(_ column: Column) -> String {
        if case .text(let text) = value(column) { text } else { "" }
    }

    /// The text, where there is any.
    func filledText(_ column: Column) -> String? {
        let text = storedText(column)
        return text.isEmpty ? nil : text
    }

    /// The moment, in seconds since 1970, where there is one.
    func moment(_ column: Column) -> Date? {
        integer(column) > 0 ? Date(timeIntervalSince1970: Double(integer(column))) : nil
    }

    /// The text, where it is an address on the web.
    func webAddress(_ column: Column) -> String? {
        filledText(column).flatMap { $0.isWebAddress ? $0 : nil }
    }
}

extension String {
    /// Plain text as HTML that shows it.
    var asHTML: String {
        var html = ""
        for character in unicodeScalars {
            switch character {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\n": html += "<br>"
            default: html.unicodeScalars.append(character)
            }
        }
        return html
    }
}
