import Configuration

/// When lede refreshes feeds by itself. It fetches those that are due.
///
/// Never by default: opening a reader doesn't mean that the user wants it to contact a thousand servers.
package struct AutomaticRefresh: Equatable, Sendable {
    package var atStart = false
    package var interval: Duration?
    /// When the machine wakes.
    package var onResume = false

    package init() {}
}

extension AutomaticRefresh {
    init(_ config: Config) {
        atStart = config.isOn(.refreshOnStartup)
        interval = config.isOn(.autoReload) ? .seconds(60 * config.number(.reloadTime)) : nil
        onResume = config.isOn(.refreshOnResume)
    }
}
