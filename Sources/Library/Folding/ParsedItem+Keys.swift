import FeedParser

extension ParsedItem {
    /// The key that copies in other feeds share by their page.
    var linkKey: Int64? { link.flatMap(CanonicalLink.init)?.key }

    /// The key that copies in other feeds share by their text.
    var textKey: Int64? { Wording(title: title ?? "", html: content ?? summary ?? "").key }
}
