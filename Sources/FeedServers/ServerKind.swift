/// A protocol of feed servers, by the name that users write.
package enum ServerKind: String, CaseIterable, Sendable {
    case greader, miniflux, fever, nextcloud, ttrss

    /// What the server at a URL can do, as far as that is known without asking it.
    package func abilities(at url: String) -> Abilities {
        switch self {
        case .greader: GoogleReader.abilities(GoogleReaderDialect(of: url))
        case .miniflux: Miniflux.abilities
        case .fever: Fever.abilities
        case .nextcloud: NextcloudNews.abilities
        case .ttrss: TinyTinyRSS.abilities
        }
    }

    /// Prepares for a server, without asking it anything. Fails if the login wouldn't be safe.
    package func server(for account: ServerAccount) throws(ServerFailure) -> any FeedServer {
        switch self {
        case .greader: try GoogleReader(account)
        case .miniflux: try Miniflux(account)
        case .fever: try Fever(account)
        case .nextcloud: try NextcloudNews(account)
        case .ttrss: try TinyTinyRSS(account)
        }
    }
}
