import FeedParser

extension ParsedItem {
    /// What the page has in common with copies of it in other feeds.
    var linkKey: Int64? { link.flatMap(CanonicalLink.init)?.key }

    /// What the text has in common with copies of it in other feeds.
    var textKey: Int64? { Wording(title: title ?? "", html: content ?? summary ?? "").key }
}
