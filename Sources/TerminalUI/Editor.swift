import Configuration

/// The program that the person edits text with: the one that `$VISUAL` names, or `$EDITOR`, else vi.
package nonisolated struct Editor {
    private let words: [String]

    package init(environment: [String: String]) {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty }
        words = CommandLineText.split(named ?? "vi")
    }

    package var name: String { words.first ?? "" }

    package func arguments(for path: String) -> [String] { words + [path] }
}
