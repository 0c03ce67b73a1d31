import Addresses
package import Configuration

/// A feed server that answers at a URL, before anybody has logged in.
package struct FoundServer: Equatable, Sendable {
    package let kind: AccountLine.Kind
    /// The URL of its interface.
    package let url: String
    /// What it calls itself, or its protocol.
    package let name: String

    package init(_ kind: AccountLine.Kind, at url: String, called name: String? = nil) {
        (self.kind, self.url) = (kind, url)
        self.name = name ?? Self.name(of: kind)
    }

    private static func name(of kind: AccountLine.Kind) -> String {
        switch kind {
        case .greader: "a server with the Google Reader API"
        case .miniflux: "Miniflux"
        case .fever: "a server with the Fever API"
        case .nextcloud: "Nextcloud"
        case .ttrss: "Tiny Tiny RSS"
        }
    }

    /// What the user should check if the server refuses the password.
    package var adviceAboutPassword: String? {
        switch kind {
        case .greader where name == "FreshRSS": "use the API password of your FreshRSS profile, not that of its pages"
        case .greader, .miniflux: nil
        case .fever: "some servers have a separate password for Fever"
        case .nextcloud: "with a second factor, use an app password of Nextcloud"
        case .ttrss: "switch on “Enable API” in the preferences of Tiny Tiny RSS"
        }
    }
}

extension FoundServer {
    /// The service at a known host, which needs no search; nil for all other hosts.
    init?(service url: WebURL) {
        guard let host = url.host else { return nil }
        let service = Self.services.first { host == $0.domain || host.hasSuffix("." + $0.domain) }
        guard let service else { return nil }
        self.init(.greader, at: service.url, called: service.name)
    }

    private static let services = [
        (domain: "bazqux.com", url: "https://bazqux.com", name: "BazQux Reader"),
        (domain: "theoldreader.com", url: "https://theoldreader.com", name: "The Old Reader"),
        (domain: "inoreader.com", url: "https://www.inoreader.com", name: "Inoreader")
    ]
}
