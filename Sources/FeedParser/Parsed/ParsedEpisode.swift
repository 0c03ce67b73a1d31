/// Podcast data of an episode besides its file.
package struct ParsedEpisode: Equatable, Sendable {
    /// A transcript in one format and language.
    package struct Transcript: Equatable, Sendable {
        package var url: String
        package var type: String?
        package var language: String?

        package init(url: String, type: String? = nil, language: String? = nil) {
            self.url = url
            self.type = type
            self.language = language
        }
    }

    /// In seconds.
    package var duration: Int?
    package var season: Int?
    package var number: Int?
    /// The URL of the list of chapters.
    package var chapters: String?
    package var transcripts: [Transcript]

    package init(
        duration: Int? = nil, season: Int? = nil, number: Int? = nil, chapters: String? = nil,
        transcripts: [Transcript] = []
    ) {
        self.duration = duration
        self.season = season
        self.number = number
        self.chapters = chapters
        self.transcripts = transcripts
    }
}
