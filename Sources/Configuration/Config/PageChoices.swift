/// When an opened item shows the article of its web page in place of the feed's text.
package enum FullPage: String, CaseIterable, Sendable {
    case yes, no
    /// When the page has clearly more.
    case auto
}

/// Which items' pages lede fetches ahead by itself.
package enum CacheWhen: String, CaseIterable, Sendable {
    /// After each refresh.
    case always
    /// Those that the user asks for.
    case manual
}

extension Config {
    package var fullPage: FullPage { FullPage(rawValue: text(.fullPage)) ?? .no }
    package var cacheWhen: CacheWhen { CacheWhen(rawValue: text(.cacheWhen)) ?? .manual }
}
