import Terminal
import ViewModels

/// An operation of newsboat, and lede's operation for it, or the reason why there is none.
nonisolated struct NewsboatOperation {
    let name: String
    /// newsboat's own keys for it.
    let keys: String
    /// Why lede has no such operation.
    let reason: String?

    /// lede's operation that does the same.
    var operation: Operation? { Operation(rawValue: name) ?? Self.synonyms[name] }

    /// newsboat's names for operations that lede calls otherwise.
    static let synonyms: [String: Operation] = ["select-tag": .chooseTag]

    static func named(_ name: String) -> NewsboatOperation? { all.first { $0.name == name } }

    static let all: [NewsboatOperation] = String(decoding: PackageResources.NewsboatOperations_txt, as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let name = line.prefix { $0 != ":" }
            let rest = line.dropFirst(name.count + 1)
            let sign = rest.firstRange(of: " = ")
            return NewsboatOperation(
                name: String(name), keys: String(rest[..<(sign?.lowerBound ?? rest.endIndex)].drop { $0 == " " }),
                reason: sign.map { String(rest[$0.upperBound...]) })
        }
}
