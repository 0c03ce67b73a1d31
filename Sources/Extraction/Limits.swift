/// How much of a page is read.
enum Limits {
    static let bytes = 8 << 20
    /// Elements and texts together. The rest is left out.
    static let nodes = 200_000
    /// The article of a page with more isn't searched for.
    static let nodesToSearch = 100_000
    /// The article of a page with more is searched for once, and with no milder attempt.
    static let nodesToSearchAgain = 30_000
    /// An article with fewer letters may be the empty frame of an application.
    static let fewLetters = 200
    /// Values of a page's JSON-LD, and how deep they lie.
    static let jsonValues = 20_000
    static let jsonDepth = 64
    /// The JSON-LD of all scripts together.
    static let jsonBytes = 512 << 10
    /// URLs of an article that have to be parsed, as few have to. Further ones are left out.
    static let oddURLs = 10_000
    /// The bytes that the page's URL adds to those of the article. Further ones are left out.
    static let addedBytes = 16 << 20
    static let metaElements = 1000
    /// Longer titles and names are something else.
    static let title = 1000
}
