/// The HTTP header with the type of a document.
enum ContentType {
    /// Returns the charset that it names, as written.
    static func charset(in header: String) -> String? {
        for parameter in header.split(separator: ";").dropFirst() {
            let halves = parameter.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmed.lowercased() == "charset" else { continue }
            let name = halves[1].filter { $0 != "\"" && $0 != "'" }.trimmed
            return name.isEmpty ? nil : name
        }
        return nil
    }
}
