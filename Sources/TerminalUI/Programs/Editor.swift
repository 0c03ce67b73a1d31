import Configuration
import ViewModels

/// The user's text editor: `$VISUAL`, `$EDITOR` or vi.
package nonisolated struct Editor {
    private let words: [String]

    package init(environment: [String: String]) {
        // An empty variable doesn't count: the file would become the program.
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
