import Configuration
import Library
import Subscriptions

extension SubscriptionsModel {
    /// Changes the urls file. Keys wait until `finish` has handled the outcome.
    func edit<Outcome: Sendable>(
        _ body: @escaping @Sendable (UrlsFile, Library) throws -> Outcome, awaitedIn session: Session,
        finish: @escaping @MainActor @Sendable (Result<Outcome, any Error>) -> Void
    ) {
        session.change("Updating your feeds") { goOn in
            self.edit(body) { outcome in
                finish(outcome)
                goOn()
            }
        }
    }
}
