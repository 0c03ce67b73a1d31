package import Configuration
package import FoundationEssentials
package import Library

extension Housekeeping {
    /// Keeps of all feeds what the config file says, and of single ones what the urls file says; waits until that is done.
    package func run(_ config: Config, _ urls: UrlsList, at now: Date) throws(LibraryFailure) {
        try run(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now)
    }

    /// Does the same on a queue of its own, which calls `finish` with what went wrong.
    package func start(
        _ config: Config, _ urls: UrlsList, at now: Date, finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        start(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now, finish: finish)
    }
}
