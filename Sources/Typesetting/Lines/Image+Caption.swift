extension Image {
    /// Returns the text for the image: its link's number, and its description or size.
    func caption(numbered number: Int?) -> String {
        let label = number.map { "image\u{A0}\($0)" } ?? "image"
        if let alt, CleanText.isVisible(alt) { return "[\(label): \(CleanText.line(alt))]" }
        if let width, let height { return "[\(label), \(width)×\(height)]" }
        return "[\(label)]"
    }

    /// The title, if it differs from the alternative text.
    var distinctTitle: String? {
        guard let title, CleanText.isVisible(title) else { return nil }
        let line = CleanText.line(title)
        return line == alt.map(CleanText.line) ? nil : line
    }
}

extension Media {
    var caption: String {
        let word =
            switch kind {
            case .audio: "audio"
            case .video: "video"
            case .embedded: "embedded page"
            }
        guard let title, CleanText.isVisible(title) else { return "[\(word)]" }
        return "[\(word): \(CleanText.line(title))]"
    }
}
