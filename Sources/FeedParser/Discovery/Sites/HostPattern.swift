/// A pattern for hosts: only "github.com", "{blog}.substack.com" with any first part, "gitlab.*" with any end.
struct HostPattern: Sendable {
    private let labels: [Substring]

    init(_ pattern: String) {
        labels = pattern.split(separator: ".").map { Substring($0) }
    }

    /// Returns the parts that matched the pattern's names; nil if the host doesn't match.
    func match(_ host: String) -> [String: String]? {
        var parts = host.split(separator: ".")[...]
        var names: [String: String] = [:]
        for label in labels {
            // The end may have several labels: "blogspot.co.uk".
            if label == "*" { return parts.isEmpty ? nil : names }
            guard let part = parts.popFirst() else { return nil }
            if label.hasPrefix("{") {
                names[String(label.dropFirst().dropLast())] = String(part)
            } else if label != part {
                return nil
            }
        }
        return parts.isEmpty ? names : nil
    }
}
