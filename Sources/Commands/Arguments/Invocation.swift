import Configuration
import Spelling

/// The command that a command line names, and the remaining words.
struct Invocation {
    /// Nil if there are only options, which opens the reader.
    let verb: Verb?
    let rest: [String]

    /// Options may stand anywhere, even before the command.
    init(_ words: [String], among verbs: [Verb] = Verb.all + Verb.unlisted) throws(CommandFailure) {
        let places = Self.operands(in: words, verbs)
        guard let first = places.first else {
            verb = nil
            rest = words
            return
        }
        let name = words[first]
        let second = places.dropFirst().first
        if let second, let verb = verbs.first(where: { $0.name == "\(name) \(words[second])" }) {
            self.verb = verb
            rest = words.indices.filter { $0 != first && $0 != second }.map { words[$0] }
        } else if let verb = verbs.first(where: { $0.name == name }) {
            self.verb = verb
            rest = words.indices.filter { $0 != first }.map { words[$0] }
        } else {
            throw Self.unknown(name, second.map { words[$0] }, verbs)
        }
    }

    static func unknown(_ name: String, _ part: String?, _ verbs: [Verb]) -> CommandFailure {
        let names = verbs.map(\.name)
        let parts = names.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
        guard !parts.isEmpty else {
            return .usage("unknown command “\(name)”", nearest: name, among: names)
        }
        let choices = "use one of \(parts.joined(separator: ", "))"
        guard let part else { return .usage("“\(name)” needs a second word", advice: choices) }
        let nearest = NearestName.of(part, among: parts).map { "did you mean “\(name) \($0)”?" }
        return .usage("unknown command “\(name) \(part)”", advice: nearest ?? choices)
    }

    /// The positions of the first two words that are neither options nor their values.
    private static func operands(in words: [String], _ verbs: [Verb]) -> [Int] {
        let options = verbs.flatMap(\.allOptions)
        var places: [Int] = []
        var position = 0
        while position < words.count, words[position] != "--" {
            let word = words[position]
            if !word.hasPrefix("-") || word == "-" {
                places.append(position)
                // A command's name has at most two words. Later words may look like options without being any.
                if places.count == 2 { break }
            }
            let takesValue = word.hasPrefix("-") && options.contains { $0.isCalled(word) && $0.value != nil }
            position += takesValue ? 2 : 1
        }
        return places
    }
}
