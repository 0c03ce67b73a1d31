import Configuration
import ViewModels

/// The program that the person edits text with: the one that `$VISUAL` names, or `$EDITOR`, else vi.
package nonisolated struct Editor {
    private let words: [String]

    package init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty }
        words = CommandLineText.split(named ?? "vi")
    }

    init(_ call: EditorCall) {
        words = CommandLineText.split(call.words).map { $0.replacing("%L", with: "\(call.line)") }
    }

    package var name: String { words.first ?? "" }

    package func arguments(for path: String) -> [String] {
        let filled = words.map { $0.replacing("%f", with: path) }
        return filled == words ? words + [path] : filled
    }
}
