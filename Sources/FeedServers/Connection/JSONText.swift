/// JSON to send.
enum JSONText {
    static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// An array of the ids that are numbers.
    static func numbers(_ ids: [ServerItemID]) -> String {
        "[" + ids.compactMap(\.number).map(String.init).joined(separator: ",") + "]"
    }
}
