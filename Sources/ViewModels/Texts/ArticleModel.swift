import Configuration
package import Library
package import Signals
import System
package import Typesetting
import URLs

/// The article that was opened last, its text in the pager, and how far articles were read.
@MainActor package final class ArticleModel {
    package let text = PagerModel()
    /// The article that was opened last.
    @Published package private(set) var open: Article?

    /// The position in the text while the HTML source is shown; otherwise nil.
    private var placeInText: TextPosition?
    /// How far articles were read; nil until that is needed.
    private var readingPlaces: ReadingPlaces?
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Whether the article from the item's web page is shown, or the transcript, and not the feed's text.
    private(set) var isPageShown = false
    /// Returns which of them an item shows when it is opened.
    var fullPage: @MainActor (Item) -> FullPage = { _ in .no }

    private var isSourceShown: Bool { placeInText != nil }

    /// Shows an item's article, and returns whether there is one. With `ofFeed`, shows the feed's text even if the settings
    /// ask for the page.
    func show(_ item: ItemID, ofFeed: Bool = false) -> Bool {
        do {
            guard let opened = try session.library.article(item) else { return false }
            let page = ofFeed ? nil : try page(toShowFor: opened)
            recordReadingPlace()
            placeInText = nil
            isPageShown = page != nil
            display(page.map(opened.showing) ?? opened, at: readingPlace(of: item))
            return true
        } catch {
            session.troubles.send(error)
            return false
        }
    }

    /// The article of the item's page, or its transcript, if the settings ask for it and the library has it.
    private func page(toShowFor opened: Article) throws(LibraryFailure) -> FullText? {
        let choice = fullPage(opened.item)
        guard choice != .no, opened.item.hasPage, let page = try session.library.fullText(of: opened.item.id) else {
            return nil
        }
        // What an episode is about comes first, though what is said in it is longer.
        return choice == .yes || !page.isTranscript && page.hasClearlyMore(than: opened) ? page : nil
    }

    /// Shows an article from a position in its text on.
    private func display(_ opened: Article, at place: TextPosition) {
        open = opened
        let key = session.keyNameInArticle(.enqueue) ?? ":\(Operation.enqueue.rawValue)"
        if let beginning = opened.beginning(key: key) {
            text.show(beginning, at: place) { opened.document(key: key) }
        } else {
            text.show(opened.document(key: key), at: place)
        }
    }

    /// Shows nothing, as before the first article was opened.
    func close() {
        recordReadingPlace()
        (open, placeInText) = (nil, nil)
    }

    /// Switches between the article and its HTML source.
    func toggleSource() {
        guard let open else { return }
        if let place = placeInText {
            // Returns to the same position, even at the end, from where reopening would start over.
            let shown = open
            placeInText = nil
            if isPageShown { return display(shown, at: place) }
            if show(open.item.id, ofFeed: true), let open = self.open { display(open, at: place) }
        } else {
            recordReadingPlace()
            placeInText = text.position
            text.show(open.source)
        }
    }

    /// Shows the article from the open item's web page.
    func show(_ page: FullText) {
        guard let open else { return }
        recordReadingPlace()
        placeInText = nil
        isPageShown = true
        display(open.showing(page), at: readingPlace(of: open.item.id))
    }

    /// Shows the feed's text again.
    func showFeedText() {
        if let open { _ = show(open.item.id, ofFeed: true) }
    }

    /// Updates the shown tags.
    func showTags() {
        guard !isSourceShown, !isPageShown, let open else { return }
        let read = session.news.reporting(try session.library.article(open.item.id)) ?? nil
        if let now = read, now.tags != open.tags { display(now, at: text.position) }
    }
}

// How far articles were read.
extension ArticleModel {
    /// Where the user left the shown text of an item, in this run or an earlier one; its start if that can't be read.
    private func readingPlace(of item: ItemID) -> TextPosition {
        if readingPlaces == nil {
            let bytes = try? PrivateFiles.read(session.paths.readingPlaces, atMost: ReadingPlaces.longest)
            readingPlaces = bytes.map { ReadingPlaces(String(decoding: $0, as: UTF8.self)) } ?? ReadingPlaces()
        }
        return readingPlaces?.place(of: .init(item: item, isPage: isPageShown)) ?? .start
    }

    /// Notes how far the open article was read, before another one replaces it.
    private func recordReadingPlace() {
        guard let item = open?.item.id, !isSourceShown else { return }
        _ = readingPlace(of: item)
        readingPlaces?.record(
            text.isAtEnd ? nil : text.position, of: .init(item: item, isPage: isPageShown))
    }

    /// Saves the positions for the next start.
    func remember(by files: RememberedFiles, inTheEnd isEnd: Bool) {
        recordReadingPlace()
        if let readingPlaces { files.keep(readingPlaces.text, at: session.paths.readingPlaces, inTheEnd: isEnd) }
    }
}

extension Article {
    /// The HTML source.
    fileprivate var source: Document {
        Document(blocks: [.preformatted([.text(String(decoding: html.utf8.prefix(Self.longestSource), as: UTF8.self))])]
        )
    }

    private static let longestSource = 1 << 20
}

/// An article.
@MainActor package final class ArticleScreen: ReaderPart, TextScreen {
    unowned let reader: ReaderModel
    let screen = Screen.article

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    var pager: PagerModel { reader.article.text }

    var feed: Feed? { reader.article.open.flatMap { reader.feeds.feed($0.item.feed) } }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }
    var item: Item? { reader.asMarkedNow(reader.article.open?.item) }
    var article: Article? { reader.article.open }
    var numberedLinks: Int? { pager.galley.numberedLinks }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .showLinkHints, .toggleSource: true
        case .togglePictures: !reader.pictures.images.isEmpty
        case .open: !pager.visibleFigures.isEmpty
        case .toggleFullText: article?.hasOtherText == true
        // At the end it goes to what is unread, if anything is.
        case .readOn: !pager.isAtEnd || reader.feeds.unread > 0
        default: nil
        }
    }

    /// Enlarges the first picture in view.
    func open() {
        if let first = pager.visibleFigures.first { return reader.screens.picture.show(first.figure) }
        let missing = pager.visibleImages.lazy.compactMap { self.reader.pictures.obstacle(to: $0) }.first
        session.status = .refused(missing.map { "No picture: \($0)" } ?? "No picture in view")
    }

    func open(counted number: Int) { reader.openLink(typedNumber: number) }

    /// Opens the link with this number in the browser, or goes to its target in this text.
    func openLink(_ number: Int) {
        guard pager.galley.links.indices.contains(number - 1) else { return }
        switch pager.galley.links[number - 1] {
        case .address(let address): reader.actions.browsing.browse(address)
        case .anchor(let name): if let line = pager.galley.line(ofAnchor: name) { pager.move(to: line) }
        }
    }
}

// Labels on the visible links.
extension ArticleScreen {
    func showLinkHints() {
        guard reader.backStack.screen == screen else { return }
        pager.showHints()
        if pager.hints == nil { session.status = .refused("No links in view") }
    }

    /// Types a letter of a link's label.
    package func typeHint(_ letter: Character) {
        if let link = pager.typeHint(letter) { openLink(link) }
    }
}

extension Article {
    /// The whole article: a head with its title and origin, then its text.
    package var document: Document { document(key: nil) }

    /// The same where a key queues and plays its audio or video file.
    func document(key: String?) -> Document { document(html: shownHTML, isWhole: true, key: key) }

    /// The beginning of a long article, to show while the rest is still being read; nil for a short one.
    func beginning(key: String? = nil) -> Document? {
        beginningOfHTML.map { document(html: $0, isWhole: false, key: key) }
    }

    private var beginningOfHTML: String? {
        guard html.utf8.count > Self.longestAtOnce else { return nil }
        return String(decoding: html.utf8.prefix(Self.longestAtOnce), as: UTF8.self)
    }

    private func document(html: String, isWhole: Bool, key: String?) -> Document {
        let source = self.origin.title.map { "from \($0)" }
        let origin = [feedName, source, item.author, LocalTime(item.date).spelledOut]
            .compactMap { $0 }.filter { !$0.isEmpty }
        let others: [Inline] = alsoIn.isEmpty ? [] : [.lineBreak, .text("also in: " + alsoIn.joined(separator: ", "))]
        let rules: [Inline] = reasons.flatMap { [.lineBreak, .text($0)] }
        let subjects = categories.prefix(Self.mostNamed).map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
        let about: [Inline] = subjects.isEmpty ? [] : [.lineBreak, .text("about " + subjects)]
        let own: [Inline] = tags.isEmpty ? [] : [.lineBreak, .text("tags: " + tags.joined(separator: ", "))]
        let address: [Inline] = item.link.map { [.lineBreak, Self.shown($0)] } ?? []
        let comments: [Inline] = commentsPage.map { [.lineBreak, .link(target: $0, [.text(wordsForComments)])] } ?? []
        let kind: [Inline] = kindOfText.map { [.lineBreak, .text($0)] } ?? []
        let recordings = namedFiles.filter(\.file.isPlayable).enumerated().flatMap { index, named -> [Inline] in
            // The key is that of the first.
            let key = index == 0 ? key.map { "\($0) to queue and play" } : nil
            let facts = [named.facts, key ?? ""].filter { !$0.isEmpty }.map { " · " + $0 }.joined()
            return [.lineBreak, .link(target: named.file.url, [.text(named.file.name)]), .text(facts)]
        }
        let facts =
            [.text(origin.joined(separator: " · "))] + others + rules + about + own + address + comments + kind
            + recordings
        let text = Document(html: html, baseURL: item.link ?? feedSite, recording: recording?.url).blocks
        let body = text.sayOnly(item.title) ? [] : text
        let isTitled = body.isEmpty || !isTitledByOpeningWords(of: text)
        // In small print, so that the text stands out.
        let title: [Block] = isTitled ? [.heading(level: 1, [.text(item.displayTitle)])] : []
        let head = title + [.paragraph([.styled(.small, facts)])]
        let picture = picture(beside: text)
        let shown: [Block] = picture.map { [.paragraph([.image(Image(at: $0))])] } ?? []
        let end = isWhole ? foot + chapterList + appendix(without: picture) : []
        return Document(blocks: head + shown + body + end, headLength: head.count)
    }

    private var kindOfText: String? {
        if isFromPage { return "article from the web page" }
        return isTranscript ? "transcript" : transcripts.isEmpty ? nil : "has a transcript"
    }

    /// The chapters that the feed lists, unless the text does, too.
    private var chapterList: [Block] {
        guard let file = recording?.url, !isFromPage, !isTranscript else { return [] }
        let chapters = listedChapters
        guard !chapters.isEmpty, chaptersInText.isEmpty else { return [] }
        let items = chapters.map { chapter in
            let title = chapter.url.map { Inline.link(target: $0, [.text(chapter.title)]) } ?? .text(chapter.title)
            let time = Inline.link(target: chapter.start.link(into: file), [.text("\(chapter.start)")])
            return List.Item([.paragraph([time, .text(" "), title])])
        }
        return [.heading(level: 2, [.text("Chapters")]), .list(List(items: items))]
    }

    /// The item's picture, unless the text has pictures. Of a long text the beginning decides, since it shows first.
    private func picture(beside text: [Block]) -> String? {
        guard let picture else { return nil }
        let beginning = beginningOfHTML.map { Document(html: $0, baseURL: item.link ?? feedSite) }
        return (beginning ?? Document(blocks: text)).images.isEmpty ? picture : nil
    }

    /// Whether the title is only the first words of the text, or all of them, which needn't be read twice. A lone link or
    /// picture keeps it.
    private func isTitledByOpeningWords(of text: [Block]) -> Bool {
        guard !item.title.isEmpty, item.title == String.beginning(ofHTML: html) else { return false }
        if item.title.hasSuffix("…") || text.count > 1 { return true }
        if case .paragraph(let inlines) = text.first { return inlines.count > 1 }
        return false
    }

    /// The page with its comments, unless that is its own page.
    private var commentsPage: String? {
        guard let link = comments.link, link != item.link, let address = Address(link), address.isOnTheWeb else {
            return nil
        }
        return address.url
    }

    private var wordsForComments: String { comments.count.map { $0.counted("comment") } ?? "comments" }

    /// A URL; a link if it is a web URL.
    private static func shown(_ link: String) -> Inline {
        guard let address = Address(link), address.isOnTheWeb else { return .text(link.shownAddress) }
        return .link(target: address.url, [.text(link.shownAddress)])
    }

    /// Longer text is cut: it exceeds any real article, and would take long to typeset.
    private static let longestHTML = 1 << 20

    /// Longer text is read and typeset off the main queue, except for its beginning.
    private static let longestAtOnce = 1 << 16

    private var isCut: Bool { html.utf8.count > Self.longestHTML }

    private var shownHTML: String {
        isCut ? String(decoding: html.utf8.prefix(Self.longestHTML), as: UTF8.self) : html
    }

    /// The attached files, but for the picture that shows, and the comments, unless the text links them.
    private func appendix(without picture: String?) -> [Block] {
        let page = commentsPage.flatMap { html.contains($0) ? nil : $0 }
        let comments = page.map { [Block.paragraph([.link(target: $0, [.text(wordsForComments)])])] } ?? []
        let files =
            comments
            + namedFiles.filter { $0.file.url != picture }.map { file, facts in
                Block.paragraph([.link(target: file.url, [.text(file.name)]), .text(facts.isEmpty ? "" : " · " + facts)]
                )
            }
        return files.isEmpty ? [] : [.rule] + files
    }

    /// Details of the attached files, by their cleaned URLs.
    var factsOfFiles: [String: String] {
        Dictionary(namedFiles.map { (CleanText.line($0.url), $1) }) { first, _ in first }
    }

    private var namedFiles: [(file: Enclosure, facts: String)] {
        enclosures.prefix(Self.mostNamed).enumerated().map { index, file in
            (file, file.facts(duration: index == 0 ? episode.duration : nil))
        }
    }

    /// Some documents list thousands.
    private static let mostNamed = 20

    private var foot: [Block] {
        isCut
            ? [.rule, .paragraph([.text("This is the first megabyte of the article. Open its page to read the rest.")])]
            : []
    }
}

extension [Block] {
    /// Whether the blocks are only paragraphs of plain text with these words.
    fileprivate func sayOnly(_ words: String) -> Bool {
        var texts: [String] = []
        for block in self {
            guard case .paragraph(let inlines) = block else { return false }
            for inline in inlines {
                guard case .text(let text) = inline else { return false }
                texts.append(text)
            }
        }
        return texts.joined(separator: " ") == words
    }
}

extension Article.Enclosure {
    /// The file's name, or its URL without a password.
    fileprivate var name: String {
        let shown = url.shownAddress
        return (AddressParts(shown)?.path ?? shown[...]).split(separator: "/").last.map(String.init) ?? shown
    }

    /// The file's type, size, and playing time if it is known.
    fileprivate func facts(duration: Int?) -> String {
        let playingTime = duration.flatMap { PlayingTime(seconds: Double($0)) }.map { "\($0)" }
        let facts = [type, length.flatMap { $0 > 0 ? "\(ByteCount($0))" : nil }, playingTime]
        return facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}

extension FullText {
    /// Whether it has clearly more than the feed's own text: half as much again, and a paragraph.
    fileprivate func hasClearlyMore(than article: Article) -> Bool {
        letters > article.lettersAtMost * 3 / 2 + Self.paragraph
    }

    private static let paragraph = 300
}

extension Article {
    /// The number of letters in its text; for a long text that number or more.
    fileprivate var lettersAtMost: Int {
        html.utf8.count > Self.longestToRead ? html.utf8.count : document.plainText.count
    }

    /// The user waits while a text is read.
    private static let longestToRead = 32 << 10

    /// The article as text, with lines short enough for mail and files.
    var plainText: String {
        document.lines(width: 80).map(\.text).joined(separator: "\n") + "\n"
    }

    /// A file name made of the title, without characters that have a meaning in paths or shells.
    var fileName: String {
        let letters = item.displayTitle.map { character in
            character.isLetter || character.isNumber || "-_.,()".contains(character) ? character : " "
        }
        var words = String(letters.prefix(Self.longestName)).split(separator: " ").joined(separator: " ")
        while words.utf8.count > Self.mostBytes { words.removeLast() }
        let name = words.drop { $0 == "." || $0 == "-" || $0 == " " }
        return (name.isEmpty ? "article" : String(name)) + ".txt"
    }

    private static let longestName = 60
    /// File systems allow 255 bytes. The temporary file that is written first has a longer name.
    private static let mostBytes = 200
}

/// A number of bytes with its unit: “812 bytes”, “34 kB”, “1.2 MB”.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    package var description: String {
        switch bytes {
        case 1: "1 byte"
        case ..<1000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1000) kB"
        case ..<9_950_000: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        case ..<(.max - 500_000): "\((bytes + 500_000) / 1_000_000) MB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
