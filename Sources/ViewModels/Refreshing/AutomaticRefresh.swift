import Configuration

/// When lede asks for feeds without being told to. What it asks for then are the feeds that are due.
///
/// Never, unless the person wants it: who opens a reader has not asked it to call on a thousand servers.
package struct AutomaticRefresh: Equatable, Sendable {
    package var atStart = false
    package var interval: Duration?
    /// When the machine has slept and is awake again.
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
