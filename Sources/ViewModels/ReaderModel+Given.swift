import Configuration
import Library
import Signals

// Operations that the config file gives what they would ask for otherwise, as newsboat's macros do.
extension Operation {
    /// Whether it can be given a text, and which: a problem in words, or nil where it takes this one.
    package func refusal(of text: String) -> String? {
        switch self {
        case .filter, .chooseFilter, .chooseTag, .saveArticle, .goToTitle, .editUrls: nil
        case .toggleRead: ["read", "unread"].contains(text) ? nil : "\(rawValue) takes read or unread"
        default: "\(rawValue) is given nothing, and “\(text)” is something: put “;” between operations"
        }
    }
}

extension ReaderModel {
    package func perform(_ operation: Operation, with text: String) {
        status.value = nil
        _ = takeCount(for: operation)
        do { try performGiven(operation, text) } catch { status.value = .problem("\(error)") }
    }

    private func performGiven(_ operation: Operation, _ text: String) throws {
        switch operation {
        case .toggleRead: mark(read: text == "read")
        case .filter: try narrow(to: text)
        case .chooseFilter:
            guard let filter = namedFilters.first(where: { $0.name == text }) else {
                throw PromptProblem("No filter is called “\(text)” (define-filter)")
            }
            try narrow(to: filter.text)
        case .chooseTag: showTag(text)
        case .saveArticle: try saveArticle(as: text, replacing: nil)
        case .goToTitle: try goToTitle(text)
        case .editUrls: request(.edit(paths.urls, with: EditorCall(words: text, line: lineOfFeed)))
        default: break
        }
    }

    private func narrow(to text: String) throws {
        if place == .feeds { try keepNarrowing(to: text) } else { try filter(by: text) }
    }

    /// Where the urls file names the feed that the person is at.
    private var lineOfFeed: Int {
        guard let feed = currentFeed, let bytes = try? PrivateFiles.read(paths.urls) else { return 1 }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.firstIndex { $0.starts(with: feed.url.utf8) } ?? 0) + 1
    }
}

/// How the config file wants the urls file edited.
package struct EditorCall: Equatable, Sendable {
    /// The program with its arguments, in which `%f` stands for the file and `%L` for the line.
    package let words: String
    package let line: Int
}
