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
            "recent posts",
            "leave a comment", "leave a reply", "comments", "tags", "filed under", "newsletter", "sign up for",
            "subscribe to",
            "mehr zum thema", "weitere artikel", "ähnliche artikel", "ähnliche beiträge", "verwandte artikel",
            "auch interessant",
            "das könnte", "lesen sie auch", "meistgelesen", "meist gelesen", "über den autor", "über die autorin",
            "zum autor",
            "schlagworte", "schlagwörter", "kommentare", "teilen", "beitrag teilen", "artikel teilen", "weitere themen",
            "weiterführende links", "weitere beiträge", "neueste artikel", "neueste beiträge", "das interessiert",
            "articles liés", "sur le même sujet", "à lire aussi", "lire aussi", "partager", "commentaires", "mots-clés",
            "noticias relacionadas", "artículos relacionados", "te puede interesar", "compartir", "comentarios",
            "etiquetas",
            "articoli correlati", "leggi anche", "condividi", "gerelateerde artikelen", "lees ook",
            "powiązane artykuły",
            "czytaj też", "udostępnij", "читайте также", "похожие статьи", "関連記事", "相关文章"
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
}
