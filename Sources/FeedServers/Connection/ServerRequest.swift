import HTTP

/// A request to a server, before it is known where the server is.
struct ServerRequest: Sendable {
    var method = Method.get
    /// The path behind the URL of the server's interface, with a query.
    var path: String
    var body: RequestBody?
    var headers: [Header] = []
    var authentication: Authentication?
    /// How long the server may take to answer, if it is longer than usual.
    var patience = Duration.zero
    /// Whether it changes something, so that it matters whether it was carried out.
    var isChange = false

    /// Asks for something.
    init(_ path: String, query: Form = Form()) {
        self.path = query.isEmpty ? path : "\(path)?\(query.text)"
    }

    /// Sends a form.
    init(_ path: String, sending form: Form, isChange: Bool) {
        method = .post
        self.path = path
        body = RequestBody(Array(form.text.utf8), type: "application/x-www-form-urlencoded")
        self.isChange = isChange
    }

    /// Sends JSON, or nothing.
    init(_ method: Method, _ path: String, json: String? = nil, isChange: Bool = true) {
        self.method = method
        self.path = path
        body = json.map { RequestBody(Array($0.utf8), type: "application/json") }
        self.isChange = isChange
    }
}
