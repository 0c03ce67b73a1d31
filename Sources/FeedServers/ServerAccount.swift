import Addresses
package import HTTP

/// Where a user's feeds are, and how to log in there.
package struct ServerAccount: Sendable {
    /// The URL of the server's interface, as the urls file has it.
    package var url: String
    package var user: String
    /// The password, or the key for programs.
    package var password: String
    /// How to reach the server. Headers and limits are the protocol's own.
    package var options: RequestOptions
    /// Whether the user allows a login that everybody on the way can read.
    package var mayBeInsecure: Bool

    package init(
        url: String, user: String, password: String, options: RequestOptions = RequestOptions(),
        mayBeInsecure: Bool = false
    ) {
        self.url = url
        self.user = user
        self.password = password
        self.options = options
        self.mayBeInsecure = mayBeInsecure
    }
}

extension ServerAccount: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the password, wherever it is printed.
    package var description: String { "\(user) at \(url.shownAddress)" }

    package var debugDescription: String { description }
}
