package import HTTP

/// A login with a password that a command prints, so that no file contains it.
package struct LogIn: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case any, basic, digest, bearer
    }

    package var kind: Kind
    package var user: String
    /// A shell command that the user wrote.
    package var command: String

    package init(_ kind: Kind, user: String, command: String) {
        self.kind = kind
        self.user = user
        self.command = command
    }

    /// Returns the authentication with the printed password; nil if there is none.
    func authentication(printed output: [UInt8]) -> Authentication? {
        Self.password(printed: output).map { Authentication(kind, user: user, password: $0) }
    }

    /// The first line of what a command has printed; nil if that is empty.
    package static func password(printed output: [UInt8]) -> String? {
        let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}

extension Authentication {
    package init(_ kind: LogIn.Kind, user: String, password: String) {
        let credentials = Credentials(name: user, password: password)
        switch kind {
        case .any: self = .any(credentials)
        case .basic: self = .basic(credentials)
        case .digest: self = .digest(credentials)
        case .bearer: self = .bearer(password)
        }
    }
}
