extension JSONReader {
    /// Reads the attachments, and the episode of the first one with a duration. A single attachment may come without an
    /// array.
    mutating func attachments() throws(Failure) -> ([ParsedEnclosure], ParsedEpisode?) {
        var attachments: [ParsedEnclosure] = []
        var episode: ParsedEpisode?
        try readEach { reader throws(Failure) in
            guard let (attachment, duration) = try reader.attachment() else { return }
            if !attachment.isFlash { attachments.append(attachment) }
            if episode == nil, let duration { episode = ParsedEpisode(duration: duration) }
        }
        return (attachments, episode)
    }

    /// Reads an attachment; nil without a URL.
    private mutating func attachment() throws(Failure) -> (ParsedEnclosure, duration: Int?)? {
        guard try beginObject() else { return nil }
        var url: String?
        var type: String?
        var length: Int?
        var duration: Int?
        while let key = try nextKey() {
            switch key {
            case "url": url = try link()
            case "mime_type": type = try line()
            case "size_in_bytes": length = try amount()
            case "duration_in_seconds": duration = try amount()
            default: try skip()
            }
        }
        return url.map { (ParsedEnclosure(url: $0, type: type, length: length), duration) }
    }

    /// Reads a number if it is a possible amount.
    private mutating func amount() throws(Failure) -> Int? {
        guard let number = try number(), number >= 0 else { return nil }
        return Int(exactly: number.rounded())
    }
}
