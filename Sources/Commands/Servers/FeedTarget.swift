import Configuration
import Subscriptions

/// Where the user wants new feeds.
enum FeedTarget: Equatable {
    case account(AccountLine)
    /// The urls file.
    case here
    /// The first server, if the user has any.
    case usual

    init(_ arguments: Arguments, _ list: UrlsList) throws(CommandFailure) {
        let isHere = arguments.has("--here")
        guard let name = arguments.value(of: "--account") else {
            self = isHere ? .here : .usual
            return
        }
        if isHere { throw .usage("--account and --here exclude each other") }
        self = .account(try list.account(named: name))
    }

    func account(for address: Address, _ list: UrlsList) -> AccountLine? {
        switch self {
        case .account(let account): account
        case .here: nil
        case .usual: list.account(for: address)
        }
    }
}
