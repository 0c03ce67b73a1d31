import HTML
import System

/// Words with which a text may begin, compared by their letters alone.
struct OpeningWords: Sendable {
    /// A letter of one or more words, after those of its parents.
    private struct Branch {
        let letter: UInt8
        var isEnd = false
        /// The first letter that may follow, and the next that may be in the place of this one; 0 if none.
        var following: UInt16 = 0
        var other: UInt16 = 0
    }

    private var branches = [Branch(letter: 0)]

    init(_ words: [String]) {
        for word in words { add(ComparedLetters(word).bytes) }
    }

    private mutating func add(_ word: [UInt8]) {
        var place = 0
        for letter in word { place = branch(letter, after: place) ?? append(letter, after: place) }
        branches[place].isEnd = true
    }

    private mutating func append(_ letter: UInt8, after place: Int) -> Int {
        var new = Branch(letter: letter)
        new.other = branches[place].following
        branches[place].following = UInt16(branches.count)
        branches.append(new)
        return branches.count - 1
    }

    @inline(__always)
    private func branch(_ letter: UInt8, after place: Int) -> Int? {
        var next = Int(branches[place].following)
        while next != 0, branches[next].letter != letter { next = Int(branches[next].other) }
        return next == 0 ? nil : next
    }

    /// Follows a text letter by letter.
    struct Reader {
        private let words: OpeningWords
        private var place = 0
        /// Whether the text begins with one of the words.
        private(set) var hasWord = false
        /// Whether the text can't become one of the words any more, whatever comes.
        private(set) var isLost = false

        init(_ words: OpeningWords) {
            self.words = words
        }

        /// Whether the text up to here is one of the words.
        var isWord: Bool { !isLost && words.branches[place].isEnd }

        mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
            for byte in text {
                guard let letter = ComparedLetters.letter(byte) else { continue }
                guard let next = words.branch(letter, after: place) else {
                    isLost = true
                    return
                }
                place = next
                if words.branches[place].isEnd { hasWord = true }
            }
        }
    }
}

extension ArticleDraft {
    /// Reads the beginning of a node's text, as far as it may be one of the words.
    func opening(of root: DraftID, as words: OpeningWords) -> OpeningWords.Reader {
        var reader = OpeningWords.Reader(words)
        // A text so short isn't in more nodes.
        _ = firstText(in: root, most: 200) { text in
            reader.read(text)
            return reader.isLost
        }
        return reader
    }
}

/// What lines in articles begin with that aren't part of them. `AsideWords.txt` has the words.
enum AsideWords {
    /// Texts with more letters are none of these.
    static let longest = 40

    /// How headings begin that are over what isn't part of the article.
    static let heads = words("heads")
    /// Whole texts that say that something beside them is an advertisement.
    static let advertisements = words("advertisements")
    /// How texts begin that lead to another article.
    static let leads = words("leads")
    /// Whole texts of links and buttons that ask to subscribe or to share.
    static let calls = words("calls")
    /// How paragraphs with a link begin that ask something of the reader.
    static let pleas = words("pleas")
    /// How texts begin that ask for consent to cookies, or for another browser.
    static let notices = words("notices")
    /// Whole texts of links below posts of forums.
    static let postButtons = words("post buttons")
    /// Whole texts that belong to buttons above an article.
    static let buttons = words("buttons")
    /// How lines above an article begin that say when it was written, or how long it is.
    static let dates = words("dates")
    /// Words in lines above an article that say how long it is.
    static let durations = parts(of: "durations")
    /// Words in captions that name who took a picture.
    static let credits = parts(of: "credits")
    /// How a line says that its author is reached, wherever in it; “|” is anything but a letter or a digit.
    static let contacts = WordFinder([(lists["contacts"], 1)])
    /// Addresses of players of videos, and of the pages of people in forums.
    static let videoHosts = parts(of: "video hosts")
    static let userPages = parts(of: "user pages")
    /// Programs that write documentation.
    static let documentationPrograms = lists["documentation programs"]
    /// Words of pages that ask to log in, that need scripts, and that ask for consent.
    static let login = parts(of: "login")
    static let scripts = parts(of: "scripts")
    static let consent = parts(of: "consent")

    private static let lists = WordLists(PackageResources.AsideWords_txt)

    private static func words(_ list: String) -> OpeningWords { OpeningWords(lists[list]) }

    /// The words of a list that are looked for anywhere in a text.
    private static func parts(of list: String) -> [[UInt8]] { lists[list].map { Array($0.utf8) } }
}

/// Lists of words in a file of data: names in brackets, and what belongs to each on the lines below it. Lines that begin with
/// a number sign are comments.
struct WordLists: Sendable {
    private(set) var lists: [(name: String, lines: [String])] = []

    init(_ file: [UInt8]) {
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                lists.append((String(line.dropFirst().dropLast()), []))
            } else {
                lists[lists.count - 1].lines.append(String(line))
            }
        }
    }

    subscript(name: String) -> [String] { lists.first { $0.name == name }?.lines ?? [] }
}
