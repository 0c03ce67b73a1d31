extension MovedConfig {
    /// Imports newsraft's file, translating each line.
    package init(newsraft bytes: [UInt8]) {
        var pieces: [Piece] = []
        for (number, line) in zip(1..., Self.lines(of: bytes)) {
            var piece = Piece(number: number, theirs: [line])
            do throws(NewsraftLine.Foreign) {
                piece.ours = try NewsraftLine(line).ours
            } catch {
                piece.reason = error.reason
            }
            pieces.append(piece)
        }
        let ours = pieces.flatMap { $0.ours ?? [] }.joined(separator: "\n")
        self.init(pieces, heading: "# From newsraft's config.", config: Config(Array(ours.utf8), path: "config"))
    }
}
