import Configuration
import ViewModels

/// The program that the person edits text with: the one that `$VISUAL` names, or `$EDITOR`, else vi.
package nonisolated struct Editor {
    private let words: [String]

    package init(environment: [String: String]) {
        // Without a word the path of what is to be edited would be the program.
        let named = [environment["VISUAL"], environment["EDITOR"]].lazy.compactMap(\.self).map(CommandLineText.split)
        words = named.first { !$0.isEmpty } ?? ["vi"]
    }

    init(_ call: EditorCall, environment: [String: String]) {
        let called = CommandLineText.split(call.words).map { $0.replacing("%L", with: "\(call.line)") }
        words = called.isEmpty ? Editor(environment: environment).words : called
    }

    package var name: String { words[0] }

    package func arguments(for path: String) -> [String] {
        let filled = words.map { $0.replacing("%f", with: path) }
        return filled == words ? words + [path] : filled
    }
}
