/// What a request asks the server to do.
package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// Whether the request may change something on the server.
    var changes: Bool { self != .get }
}
