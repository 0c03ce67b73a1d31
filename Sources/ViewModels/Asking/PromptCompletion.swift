import Configuration

/// The possible completions of the word before the cursor.
package struct PromptCompletion: Equatable, Sendable {
    package let choices: [String]
    /// The index of the choice that was inserted last.
    package private(set) var taken: Int?
    /// The number of characters before the cursor that a choice replaces.
    private(set) var begun: Int
    /// Follows a complete choice, unless that can continue.
    private let end: String

    /// Finds the texts that begin with `begun`, ignoring case. A text that ends in `/`, `=` or `:` can continue.
    init(of begun: some StringProtocol, among texts: [String], end: String = " ") {
        let lowercased = begun.lowercased()
        self.begun = begun.count
        self.end = end
        var known: Set<String> = []
        choices = texts.filter { $0.lowercased().hasPrefix(lowercased) && known.insert($0).inserted }.sorted()
    }

    static let none = PromptCompletion(of: "", among: [])

    /// The text to insert: the only choice, or what all choices begin with; nil if there is no choice.
    var added: String? {
        guard let first = choices.first else { return nil }
        if choices.count == 1 { return ended(first) }
        let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        return common.count >= begun ? common : nil
    }

    /// The same choices after `text` was inserted.
    func afterTaking(_ text: String) -> PromptCompletion {
        var completion = self
        completion.begun = text.count
        return completion
    }

    /// The next or the previous choice; starts over at the end.
    func next(backward: Bool) -> (text: String, completion: PromptCompletion) {
        var completion = self
        let step = backward ? choices.count - 1 : 1
        let place = taken.map { ($0 + step) % choices.count } ?? (backward ? choices.count - 1 : 0)
        completion.taken = place
        completion.begun = choices[place].count
        return (choices[place], completion)
    }

    private func ended(_ text: String) -> String { text.last.map { "/=:".contains($0) } == true ? text : text + end }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}

extension Paths {
    /// The files and folders that complete a path.
    func completion(of path: String) -> PromptCompletion {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let folder = path == name ? "." : expandingHome(String(path.dropLast(name.count)))
        let names = FolderListing(folder).names.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }
        return PromptCompletion(of: name, among: names, end: "")
    }
}
