/// The Google Reader API, which FreshRSS, Miniflux, BazQux, The Old Reader and others speak. Its server is gone and had no
/// specification, so each of them differs.
final class GoogleReader: FeedServer {
    let session: GoogleReaderSession
    let dialect: GoogleReaderDialect

    convenience init(_ account: ServerAccount) throws(ServerFailure) {
        try self.init(account, GoogleReaderDialect(of: account.url))
    }

    init(_ account: ServerAccount, _ dialect: GoogleReaderDialect) throws(ServerFailure) {
        session = GoogleReaderSession(try ServerConnection(account))
        self.dialect = dialect
    }

    var abilities: Abilities { Self.abilities(dialect) }

    static func abilities(_ dialect: GoogleReaderDialect) -> Abilities {
        Abilities(marksAtOnce: batch, folders: dialect.folders, readsUpTo: dialect.idsAreTimes)
    }

    func logIn() throws(ServerFailure) { try session.logIn() }

    func cancel() { session.connection.cancel() }

    /// The most items in one request: PHP drops form fields after the thousandth, and FreshRSS what comes after 1 MB.
    static let batch = 250
}
