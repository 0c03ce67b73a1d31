import Configuration
import Library
import Signals
import Spelling

/// An operation that the config file gives what it would ask for otherwise, as newsboat's macros do.
package struct GivenOperation: Equatable, Sendable {
    package let operation: Operation
    package let text: String
    fileprivate let deed: Deed

    fileprivate enum Deed: Equatable {
        case mark(read: Bool)
        case narrow(to: String)
        case narrowToNamed(String)
        case showTag(String)
        case tag(String)
        case openLink(String)
        case find(String)
        case save(as: String)
        case goToTitle(String)
        case editUrls(with: String)
        case begin(command: String)
    }

    /// Why an operation can't be given a text, in words.
    package struct Refusal: Error {
        package let words: String
    }

    package init(_ operation: Operation, _ text: String) throws(Refusal) {
        self.operation = operation
        self.text = text
        deed =
            switch (operation, text) {
            case (.toggleRead, "read"): .mark(read: true)
            case (.toggleRead, "unread"): .mark(read: false)
            case (.toggleRead, _): throw Refusal(words: "\(operation.rawValue) takes read or unread")
            case (.filter, _): .narrow(to: text)
            case (.chooseFilter, _): .narrowToNamed(text)
            case (.chooseTag, _): .showTag(text)
            case (.tagItem, _): .tag(text)
            case (.goToLink, _): .openLink(text)
            case (.search, _): .find(text)
            case (.saveArticle, _): .save(as: text)
            case (.goToTitle, _): .goToTitle(text)
            case (.editUrls, _): .editUrls(with: text)
            case (.commandLine, _): .begin(command: text)
            default:
                throw Refusal(
                    words:
                        "\(operation.rawValue) is given nothing, and “\(text)” is something: put “;” between operations"
                )
            }
    }
}

extension ReaderModel {
    package func perform(_ given: GivenOperation) {
        perform(given.operation) { _ in
            do { try perform(given.deed) } catch { status = .problem("\(error)") }
        }
    }

    private func perform(_ deed: GivenOperation.Deed) throws {
        switch deed {
        case .mark(let isRead): mark(read: isRead)
        case .narrow(let text): try narrow(to: text)
        case .narrowToNamed(let name):
            guard let filter = namedFilters.first(where: { $0.name == name }) else {
                let hint = NearestName.hint(for: name, among: namedFilters.map(\.name))
                throw PromptProblem("No filter is called “\(name)” (define-filter)\(hint)")
            }
            // Where it asks something that feeds don't have, they stay listed as they are.
            if place == .feeds { try checkFilter(ofFeeds: filter.text) }
            try narrow(to: filter.text)
        case .showTag(let tag): showTag(tag)
        case .tag(let tag): give(tag: tag)
        case .openLink(let number): try openLink(typed: number)
        case .find(let words): find(words)
        case .save(let path): try saveArticle(as: path, replacing: nil)
        case .goToTitle(let words): try goToTitle(words)
        case .begin(let command): ask(.command, text: command)
        case .editUrls(let command): request(.edit(paths.urls, with: EditorCall(words: command, line: lineOfFeed)))
        }
    }

    /// Looks for words as if they were typed.
    private func find(_ words: String) {
        search()
        edit { $0.insert(words) }
        submitPrompt()
        guard let problem = prompt?.problem else { return }
        leavePrompt()
        status = .problem(problem)
    }

    private func narrow(to text: String) throws {
        if place == .feeds { try keepNarrowing(to: text) } else { try filter(by: text) }
    }

    /// Where the urls file names the feed that the person is at.
    private var lineOfFeed: Int {
        let feed = currentFeed
        return urls.feeds.first { $0.url == feed?.url }?.line ?? 1
    }
}

/// How the config file wants the urls file edited.
package struct EditorCall: Equatable, Sendable {
    /// The program with its arguments, in which `%f` stands for the file and `%L` for the line.
    package let words: String
    package let line: Int
}
