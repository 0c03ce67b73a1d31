package import Library

/// Why lede fetches pages or pictures.
package enum PagePurpose: Sendable {
    /// The user asked for them.
    case asked
    /// The user has opened their items, and the settings ask for the pages.
    case opened
    /// The user asked for them while there was no network.
    case wanted
    /// Nobody asked for them.
    case ahead

    /// Whether the user asked for these very pages.
    var isAsked: Bool { self == .asked || self == .wanted }
    /// Whether nobody looks at them now, so that they stay until they are read.
    var isForLater: Bool { self == .wanted || self == .ahead }
}

/// What became of an item's page.
package enum PageOutcome: Equatable, Sendable {
    /// The page has come; it may have no article.
    case stored(FullText)
    /// The reason, in words for the user.
    case failed(String)
    /// The server couldn't be reached, for this reason.
    case unreached(String)
}

package struct PageEvent: Sendable {
    package let item: ItemID
    package let outcome: PageOutcome
}
