/// Hosts of one kind: "github.com" alone, "{blog}.substack.com" with anything in the first place, "gitlab.*" with
/// anything at the end.
struct HostPattern: Sendable {
    private let labels: [Substring]

    init(_ pattern: String) {
        labels = pattern.split(separator: ".").map { Substring($0) }
    }

    /// What was taken under the pattern's name; nil for a host of another kind.
    func match(_ host: String) -> [String: String]? {
        var parts = host.split(separator: ".")[...]
        var names: [String: String] = [:]
        for label in labels {
            // At the end stand any number of labels: "blogspot.co.uk".
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
