import Addresses
import FoundationEssentials
import SQLite

extension Row {
    /// Returns the text; empty if another type is stored, which no reader does.
    func storedText(_ column: Column) -> String {
        if case .text(let text) = value(column) { text } else { "" }
    }

    /// Returns the text unless it is empty.
    func filledText(_ column: Column) -> String? {
        let text = storedText(column)
        return text.isEmpty ? nil : text
    }

    /// Returns the date from seconds since 1970, if there is one.
    func moment(_ column: Column) -> Date? {
        integer(column) > 0 ? Date(timeIntervalSince1970: Double(integer(column))) : nil
    }

    /// Returns the text if it is a web URL.
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
