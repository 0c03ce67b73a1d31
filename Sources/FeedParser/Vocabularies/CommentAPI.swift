extension Vocabulary {
    /// The Comment API: the feed of an item's comments.
    static let commentAPI = Vocabulary(
        uris: ["http://wellformedweb.org/CommentAPI/", "http://wellformedweb.org/CommentsAPI/"],
        prefix: "wfw",
        item: ["commentRss": .text { element, item in item.comments.feed = item.comments.feed ?? element.link }])
}
