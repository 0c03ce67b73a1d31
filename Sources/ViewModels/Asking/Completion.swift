/// What could stand where somebody types, in the place of what they have begun.
package struct Completion: Equatable, Sendable {
    package let choices: [String]
    /// Which of them was taken last.
    package private(set) var taken: Int?
    /// How many characters before the cursor are what was begun, or what was taken.
    private(set) var begun: Int
    /// What follows one that is no beginning of something longer.
    private let end: String

    /// Of some texts those that begin like what was begun, whatever their case. Text that ends in `/`, `=` or `:` goes on.
    init(of begun: some StringProtocol, among texts: [String], end: String = " ") {
        let lowercased = begun.lowercased()
        self.begun = begun.count
        self.end = end
        var known: Set<String> = []
        choices = texts.filter { $0.lowercased().hasPrefix(lowercased) && known.insert($0).inserted }.sorted()
    }

    static let none = Completion(of: "", among: [])

    /// What goes in the place of what was begun; nil where nothing could stand there.
    var added: String? {
        guard let first = choices.first else { return nil }
        if choices.count == 1 { return ended(first) }
        let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        return common.count >= begun ? common : nil
    }

    /// What is shown once a part of them all is there.
    func afterTaking(_ text: String) -> Completion {
        var completion = self
        completion.begun = text.count
        return completion
    }

    /// The next one, after the last the first again; or the one before.
    func next(backward: Bool) -> (text: String, completion: Completion) {
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
