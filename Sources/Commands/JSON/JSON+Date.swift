import FoundationEssentials

extension JSON {
    /// RFC 3339 in UTC.
    init(_ date: Date?) { self = date.map { .string($0.rfc3339) } ?? .null }
}
