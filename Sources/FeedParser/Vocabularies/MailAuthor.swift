/// RSS's form of a person: a mail address with the name as a comment.
enum MailAuthor {
    /// Returns "Ada" for "ada@example.org (Ada)", "Ada (ada@example.org)" and "Ada <ada@example.org>", and other text
    /// unchanged.
    static func name(in text: String) -> String {
        guard let closing = text.last, let opening = openings[closing], let start = text.firstIndex(of: opening) else {
            return text
        }
        let before = text[..<start].trimmed
        let inside = text[text.index(after: start)...].dropLast().trimmed
        if inside.contains("@") { return before.unlessBlank ?? inside }
        return before.contains("@") ? inside.unlessBlank ?? before : text
    }

    private static let openings: [Character: Character] = [")": "(", ">": "<"]
}
