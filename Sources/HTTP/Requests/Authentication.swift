/// How to authenticate.
package enum Authentication: Equatable, Sendable {
    case basic(Credentials)
    case digest(Credentials)
    /// Basic or digest, as the server asks, which costs another request.
    case any(Credentials)
    case bearer(String)
}

/// A name and its password.
package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}
