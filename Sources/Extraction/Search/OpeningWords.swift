import HTML

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
        var next: DraftID? = root
        // A text so short isn't in more nodes.
        var left = 200
        while let id = next, !reader.isLost, left > 0 {
            if isText(id) { tree.withUTF8(of: nodes[id.index].source) { reader.read($0) } }
            next = node(after: id, in: root)
            left -= 1
        }
        return reader
    }
}

/// What lines in articles begin with that aren't part of them, in the languages of most feeds.
enum AsideWords {
    /// Texts with more letters are none of these.
    static let longest = 40

    /// How headings begin that are over what isn't part of the article.
    static let heads = OpeningWords(
        [
            "related articles", "related posts", "related stories", "related content", "related news", "related topics",
            "more from", "more stories", "more on this", "most read", "most popular", "recommended for you",
            "you may also like",
            "you might also", "read next", "read more", "see also", "share this", "about the author", "about author",
            "recent posts", "popular stories", "most viewed", "up next", "trending", "top stories", "latest stories",
            "latest news", "who is online", "written by",
            "leave a comment", "leave a reply", "comments", "tags", "filed under", "newsletter", "sign up for",
            "subscribe to",
            "mehr zum thema", "weitere artikel", "ähnliche artikel", "ähnliche beiträge", "verwandte artikel",
            "auch interessant",
            "das könnte", "lesen sie auch", "meistgelesen", "meist gelesen", "über den autor", "über die autorin",
            "zum autor",
            "schlagworte", "schlagwörter", "kommentare", "teilen", "beitrag teilen", "artikel teilen", "weitere themen",
            "weiterführende links", "mehr aus", "das könnte", "zur autorin", "die meistgelesenen", "weitere beiträge",
            "neueste artikel", "neueste beiträge", "das interessiert",
            "articles liés", "sur le même sujet", "à lire aussi", "lire aussi", "les plus lus", "partager",
            "commentaires", "mots-clés",
            "noticias relacionadas", "artículos relacionados", "te puede interesar", "compartir", "comentarios",
            "etiquetas", "más información", "más noticias", "lo más visto", "lo más leído", "archivado en",
            "sobre la firma",
            "articoli correlati", "leggi anche", "condividi", "gerelateerde artikelen", "lees ook",
            "powiązane artykuły",
            "czytaj też", "udostępnij", "читайте также", "похожие статьи", "関連記事", "関連リンク", "あわせて読みたい", "おすすめ", "人気記事",
            "アクセスランキング", "この記事を書いた人",
            "相关文章", "相关阅读", "推荐阅读"
        ])

    /// Whole texts that say that something beside them is an advertisement.
    static let advertisements = OpeningWords(
        [
            "ad", "ads", "advertisement", "advertising", "advertisment", "sponsored", "werbung", "anzeige", "publicité",
            "publicidad", "publicidade", "pubblicità", "advertentie", "reklama", "reklam", "annons", "annonse",
            "annonce",
            "mainos", "реклама", "РЕКЛАМА", "Реклама", "広告", "广告", "廣告", "광고", "loading"
        ])

    /// How texts begin that lead to another article.
    static let leads = OpeningWords(
        [
            "read also", "also read", "read more", "read next", "see also", "related:", "related articles", "more:",
            "lesen sie", "lies auch", "auch lesen", "auch interessant", "mehr zum thema", "siehe auch", "zum thema",
            "lea también", "lea más", "le puede interesar", "te puede interesar", "puedes ver", "ver también",
            "vea también", "lire aussi", "à lire", "lire également", "voir aussi", "leia também", "leia mais",
            "veja também",
            "leggi anche", "lees ook", "læs også", "les også", "läs också", "lue myös", "czytaj też", "czytaj także",
            "zobacz też", "zobacz także", "čtěte také", "читайте также", "Читайте также", "ЧИТАЙТЕ ТАКЖЕ",
            "más información", "weiterlesen"
        ])

    /// Whole texts of links and buttons that ask to subscribe or to share.
    static let calls = OpeningWords(
        [
            "subscribe", "subscribe now", "subscribe today", "subscribe here", "subscribe for free", "sign up",
            "sign up now", "sign up here", "sign me up", "join now", "join us", "join today", "register now",
            "become a member", "donate", "donate now", "share", "share this post", "leave a comment",
            "give a gift subscription", "get the newsletter", "abonnieren", "jetzt abonnieren",
            "anmelden",
            "jetzt anmelden", "jetzt registrieren", "kostenlos anmelden", "newsletter abonnieren", "s’inscrire",
            "s'inscrire", "je m’inscris", "je m'inscris", "s’abonner", "s'abonner", "je m’abonne", "je m'abonne",
            "suscríbete", "suscribirme", "suscribirse", "apúntate", "regístrate", "iscriviti", "iscriviti ora",
            "abbonati",
            "inscreva-se", "assine", "assine agora", "aanmelden", "schrijf je in", "zapisz się", "подписаться", "登録する",
            "登録はこちら", "購読する", "立即订阅", "订阅"
        ])

    /// How paragraphs with a link begin that ask something of the reader.
    static let pleas = OpeningWords(
        [
            "if you enjoyed", "if you liked", "if you like what", "enjoyed this", "enjoying this", "like what you",
            "liked this", "thanks for reading", "thank you for reading", "support local journalism",
            "support our journalism",
            "support independent", "support us", "do you have a story", "do you have a tip", "have a tip", "got a tip",
            "have a question", "follow us", "follow me", "follow the author", "subscribe to", "sign up for",
            "sign up to",
            "click here to", "folgen sie uns", "folge uns", "unterstützen sie", "hat ihnen dieser", "suivez-nous",
            "abonnez-vous", "inscrivez-vous", "retrouvez tous", "síguenos", "suscríbete a", "sigue a", "apoya",
            "seguici",
            "iscriviti", "siga o", "assine"
        ])

    /// Whole texts that belong to buttons above an article.
    static let buttons = OpeningWords(
        [
            "share", "share this", "save", "listen", "listen to this article", "follow", "print", "email", "copy link",
            "bookmark", "comment", "comments", "more", "like", "tweet", "gift", "play", "pause", "subscribe", "menu",
            "teilen", "merken", "vorlesen", "drucken", "artikel anhören", "anhören", "kommentieren", "partager",
            "écouter",
            "imprimer", "commenter", "sauvegarder", "compartir", "escuchar", "guardar", "condividi", "ascolta", "salva",
            "compartilhar", "delen", "luister", "bewaren", "シェア", "保存", "分享", "收藏"
        ])

    /// How lines above an article begin that say when it was written, or how long it is.
    static let dates = OpeningWords(
        [
            "published", "posted", "updated", "last updated", "last modified", "modified", "created", "reading time",
            "estimated reading", "read time", "veröffentlicht", "aktualisiert", "zuletzt aktualisiert", "stand:",
            "lesezeit",
            "lesedauer", "erschienen am", "publié le", "mis à jour", "modifié le", "temps de lecture", "lecture",
            "publicado",
            "actualizado", "tiempo de lectura", "pubblicato", "aggiornato", "tempo di lettura", "atualizado",
            "gepubliceerd",
            "bijgewerkt", "leestijd", "опубликовано", "公開日", "更新日", "公開:", "更新:", "发布时间"
        ])

    /// Words in lines above an article that say how long it is.
    static let durations: [StaticString] = [
        "min read", "minute read", "mins read", "minutes read", "min. read", "min. lesezeit", "minuten lesezeit",
        "min de lecture", "minutos de lectura", "min de lectura", "lesezeit", "reading time", "temps de lecture"
    ]

    /// Words in captions that name who took a picture.
    static let credits: [StaticString] = [
        "Photograph:", "Photo:", "PHOTO:", "Photo by", "Photos by", "Photo credit", "Image:", "Image credit",
        "Image via",
        "Picture:", "Credit:", "Getty Images", "Foto:", "FOTO:", "Bild:", "Crédit photo", "Crédit :", "Shutterstock",
        "写真=", "撮影", "(AP Photo", "(Photo"
    ]
}
