/// An operation with the answer that it would otherwise ask for, from the config file. newsboat's macros do this.
package struct GivenOperation: Equatable, Sendable {
    package let operation: Operation
    package let text: String
    let action: Action

    enum Action: Equatable {
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

    /// Why an operation can't have this argument.
    package struct Refusal: Error {
        package let words: String
    }

    package init(_ operation: Operation, _ text: String) throws(Refusal) {
        self.operation = operation
        self.text = text
        action =
            switch (operation, text) {
            case (.toggleRead, "read"): .mark(read: true)
            case (.toggleRead, "unread"): .mark(read: false)
            case (.toggleRead, _): throw Refusal(words: "\(operation.rawValue) takes “read” or “unread”")
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
                    words: "\(operation.rawValue) takes no argument, not “\(text)”: put “;” between operations")
            }
    }
}
