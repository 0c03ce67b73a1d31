package import Configuration
package import FoundationEssentials
package import Library

extension Housekeeping {
    /// Deletes what the config file, and the urls file for single feeds, don't keep. Waits until that is done.
    package func run(_ config: Config, _ urls: UrlsList, at now: Date) throws(LibraryFailure) {
        try run(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            cache: config.cacheLimits, foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now)
    }

    /// Does the same on its own queue, and calls `finish` with a failure.
    package func start(
        _ config: Config, _ urls: UrlsList, at now: Date, finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        start(
            keeping: config.retention, except: urls.retentions(besides: config.retention),
            cache: config.cacheLimits, foldingCopies: config.isOn(.foldCopies), exceptIn: urls.unfolded, at: now,
            finish: finish)
    }
}
