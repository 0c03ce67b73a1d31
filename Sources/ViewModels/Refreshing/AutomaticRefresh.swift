import Configuration

/// When lede refreshes feeds by itself. It fetches only those that are due.
package struct AutomaticRefresh: Equatable, Sendable {
    package var atStart = false
    /// The shortest time between two refreshes while lede is open; nil if it starts none by itself then.
    package var pause: Duration?
    /// When the machine wakes.
    package var onResume = false

    /// Never refreshes.
    package init() {}
}

extension AutomaticRefresh {
    init(_ config: Config) {
        let isAutomatic = config.isOn(.autoReload)
        atStart = isAutomatic || config.isOn(.refreshOnStartup)
        pause = isAutomatic ? .seconds(60 * config.number(.reloadTime)) : nil
        onResume = isAutomatic || config.isOn(.refreshOnResume)
    }
}
