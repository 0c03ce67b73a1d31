import Addresses
import Library

/// What somebody can do about a feed that fails, by what kind of failure it is.
struct FailureAdvice {
    /// What to do for an operation, in words.
    let pressing: (Operation) -> String

    func words(for state: FetchState) -> String {
        if state.isGone {
            return "It is asked no more: \(pressing(.refreshFeed)) on it to ask once more, or \(change)."
        }
        guard state.lastError != nil else { return "" }
        return switch state.failing {
        case .network, .server, .tooMany: "This mostly comes right by itself. " + sentence("\(again), or \(change).")
        case .missing:
            "Its site may tell its new address. "
                + sentence("\(pressing(.openInBrowser)) on it to look there, and \(change).")
        case .denied:
            "If it wants a name and a password, give it “#: user” and “#: password” in the urls file "
                + "(\(pressing(.editUrls))). Otherwise \(change)."
        case .untrusted:
            "Its server's keeper has to mend that. If you know who has signed the certificate, give it “#: ca-file” in "
                + "the urls file (\(pressing(.editUrls)))."
        case .page:
            sentence("\(pressing(.manageFeed)) on it to give it the address of the feed, or to leave it.")
        case .noFeed:
            sentence("\(pressing(.openInBrowser)) on it to see what its site says, and \(change).")
        case .document: "Its site has to mend that. " + sentence("\(again), or \(change).")
        case .local:
            "That is for this machine to mend, or for its line in the urls file (\(pressing(.editUrls))). "
                + sentence("\(again).")
        case .refused, .gone, nil: sentence("\(again), or \(change).")
        }
    }

    /// Where the feed has gone, and what to do about that.
    func words(forMoveOf state: FetchState) -> String? {
        state.movedTo.map {
            "It has moved for good to \($0.shownAddress): \(pressing(.changeAddress)) on it to follow it there, or run “lede move”."
        }
    }

    private var again: String { "\(pressing(.refreshFeed)) on it to ask again" }

    private var change: String { "\(pressing(.manageFeed)) to change its address or leave it" }

    private func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}
