/// What the class or the id of an element says about it. Authors of pages name their parts in much the same words.
struct ClassHints: OptionSet, Sendable {
    let rawValue: UInt16

    /// Probably not part of the article.
    static let isUnlikely = ClassHints(rawValue: 1)
    /// Perhaps the article or around it, whatever else the name says.
    static let mayHold = ClassHints(rawValue: 2)
    /// Counts for the element when parts are compared.
    static let isGood = ClassHints(rawValue: 4)
    /// Counts against the element when parts are compared.
    static let isBad = ClassHints(rawValue: 8)
    /// Names the author.
    static let isByline = ClassHints(rawValue: 16)
    /// Asks to share the article.
    static let isSharing = ClassHints(rawValue: 32)
    /// Leads to other articles, or asks to subscribe.
    static let isPromotion = ClassHints(rawValue: 64)
    /// Shown although hidden from screen readers.
    static let isFallback = ClassHints(rawValue: 128)
    /// What readers wrote.
    static let isDiscussion = ClassHints(rawValue: 256)
    /// Names the words below a picture.
    static let isCaption = ClassHints(rawValue: 512)
    /// Says when and by whom, and in which sections.
    static let isMeta = ClassHints(rawValue: 1024)

    /// A header, unless it is the class of a heading.
    static let isHeader = ClassHints(rawValue: 8192)
    /// Leads to another article if it has a link, and is a lead otherwise.
    static let isTeaser = ClassHints(rawValue: 4096)
    /// Sums the article up before it begins.
    static let isLead = ClassHints(rawValue: 2048)

    static let finder = WordFinder<ClassHints>([
        // The page around the article.
        ("banner footer sidebar masthead", [.isUnlikely, .isBad]),
        ("header", .isHeader),
        ("menu breadcrumb pager pagination extra", .isUnlikely),
        // What readers say about it.
        ("comment", [.isUnlikely, .isBad, .isDiscussion]),
        ("disqus replies |respond| community", [.isUnlikely, .isDiscussion]),
        // Advertisements and notices.
        ("sponsor gdpr", [.isUnlikely, .isBad]),
        ("|ad| advert ad|break popup cookie consent paywall |player|", .isUnlikely),
        // Other articles.
        ("related", [.isUnlikely, .isBad, .isPromotion]),
        ("outbrain taboola promo", [.isBad, .isPromotion]),
        ("similar mostread most|read see|also more|from further|read read|also read|more readmore", .isPromotion),
        ("hatnote reactions", .isPromotion),
        ("newsletter recommend subscri signup sign|up trending", .isPromotion),
        ("teaser", .isTeaser),
        ("social", [.isUnlikely, .isPromotion]),
        ("|rss", .isUnlikely),
        ("share", .isBad),
        ("|share| share| |sharing| sharedaddy", .isSharing),
        // Its author.
        ("author|info author|bio author|box author|card author|desc about|author", .isPromotion),
        ("authorinfo authorbio authorbox aboutauthor", .isPromotion),
        ("byline author dateline writtenby", .isByline),
        // What else goes with it.
        ("entry|meta post|meta article|meta metadata postmetadata dateline post|date entry|date timestamp", .isMeta),
        ("tags|links tag|list taglist article|tags post|tags entry|tags tagslinks cat|links breadcrumb", .isMeta),
        ("editsection reading|time readingtime read|time readtime kicker eyebrow |tools| meta|publi", .isMeta),
        ("head|meta header|meta |meta|author", .isMeta),
        // Beside what people write in forums.
        ("signature postprofile user|info user|action user|details votecell vote|count voting reputation", .isMeta),
        ("print|button printbutton copyright disclaimer disclosure akismet |ratings", .isMeta),
        ("contact meta media tags widget scroll |hidden|", .isBad),
        ("caption bildunterschrift imagedescription image|description |credit|", .isCaption),
        ("|lead| |leadtext intro teaser|text teasertext article|teaser abstract excerpt subtitle subheadline", .isLead),
        ("summary standfirst chapo |dek| bajada vorspann", .isLead),
        // The article.
        ("article body content main", [.mayHold, .isGood]),
        ("column", .mayHold),
        ("entry page post text blog story", .isGood),
        ("fallback|image", .isFallback)
    ])
}
