/// An operation of newsboat, and lede's operation for it, or the reason why there is none.
package struct NewsboatOperation: Sendable {
    package let name: String
    /// newsboat's own keys for it.
    package let keys: String
    /// Why lede has no such operation.
    package let reason: String?

    /// lede's operation that does the same.
    package var operation: Operation? { Operation(rawValue: name) ?? Self.synonyms[name] }

    /// newsboat's names for operations that lede calls otherwise.
    private static let synonyms: [String: Operation] = [
        "select-tag": .chooseTag, "pb-play": .play, "pb-delete": .dequeue, "pb-mark-as-finished": .toggleHeard,
        "pb-purge": .clearHeard
    ]

    package static func named(_ name: String) -> NewsboatOperation? { all.first { $0.name == name } }

    package static let all: [NewsboatOperation] = String(
        decoding: PackageResources.NewsboatOperations_txt, as: UTF8.self
    )
    .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let name = line.prefix { $0 != ":" }
        let rest = line.dropFirst(name.count + 1)
        let sign = rest.firstRange(of: " = ")
        return NewsboatOperation(
            name: String(name), keys: String(rest[..<(sign?.lowerBound ?? rest.endIndex)].drop { $0 == " " }),
            reason: sign.map { String(rest[$0.upperBound...]) })
    }
}
