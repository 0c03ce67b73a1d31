import Foundation

/// A request to a double, with its fields.
package struct DoubledRequest: Sendable {
    package let method: String
    /// The path below the interface's root, without the query.
    package let path: String
    package let query: [Field]
    package let headers: [String: String]
    package let body: [UInt8]

    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String
    }

    init(_ request: LoopbackServer.Request, root: String) {
        method = request.method
        headers = request.headers
        body = request.body
        let parts = request.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].hasPrefix(root) ? String(parts[0].dropFirst(root.count)) : String(parts[0])
        query = parts.count > 1 ? Self.fields(parts[1]) : []
    }

    /// The fields of a form.
    package var form: [Field] { Self.fields(String(decoding: body, as: UTF8.self)) }

    /// The fields of a form as PHP reads them: only the first ones, and only from the first megabyte.
    package var formOfPHP: [Field] {
        Array(Self.fields(String(decoding: body.prefix(1 << 20), as: UTF8.self)).prefix(1000))
    }

    /// The body as JSON.
    package var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
    }

    static func fields(_ text: some StringProtocol) -> [Field] {
        text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
    }
}

extension [DoubledRequest.Field] {
    /// The last value with a name, which is the one that counts.
    package subscript(name: String) -> String? { last { $0.name == name }?.value }

    package subscript(all name: String) -> [String] { filter { $0.name == name }.map(\.value) }
}

extension Answer {
    /// An answer with a JSON document.
    init(json: Any) {
        let data = try? JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
        self.init(200, headers: ["Content-Type": "application/json"], body: data.map { [UInt8]($0) } ?? [])
    }
}
