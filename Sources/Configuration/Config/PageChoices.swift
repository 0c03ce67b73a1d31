/// When an opened item shows the article of its web page in place of the feed's text.
package enum FullPage: String, CaseIterable, Sendable {
    /// Always, fetching the page if necessary.
    case yes
    case no
    /// When lede has the page, and it has clearly more.
    case auto
}

/// Which items' pages lede fetches ahead by itself.
package enum CacheWhen: String, CaseIterable, Sendable {
    /// After each refresh.
    case always
    /// Those that the user asks for.
    case manual
}

/// Which pictures lede keeps on the disk.
package enum CachePictures: String, CaseIterable, Sendable {
    case yes
    /// Those of at most `smallPicture` bytes.
    case small
    case no

    package static let smallPicture = 256 << 10
}

extension Config {
    package var fullPage: FullPage { FullPage(rawValue: text(.fullPage)) ?? .auto }
    package var cacheWhen: CacheWhen { CacheWhen(rawValue: text(.cacheWhen)) ?? .manual }
    package var cachePictures: CachePictures { CachePictures(rawValue: text(.cachePictures)) ?? .yes }
}
