extension LoopbackServer {
    /// A received request, with the names of its headers in lower case.
    package struct Request: Equatable, Sendable {
        package var method: String
        /// The path with its query.
        package var path: String
        package var headers: [String: String]
        package var body: [UInt8] = []
        /// The number of its connection, counted from 1.
        package var connection = 0
    }
}
