import Addresses
import Library

/// Advice about a failing feed, for each kind of failure.
struct FailureAdvice {
    /// How to call an operation, in words.
    let pressing: (Operation) -> String
    /// The name of an operation's key, or its command.
    let key: (Operation) -> String

    func words(for feed: Feed) -> String {
        let state = feed.fetching
        if state.isGone {
            return "lede no longer fetches this feed. "
                + "\(pressing(.refreshFeed)) to fetch it once more, or \(change).".asSentence
        }
        guard let error = state.lastError else { return "" }
        return switch state.failing {
        // The failure says itself what to check, such as the URL: then it may not clear up.
        case .network where error.contains(": check "): "\(again), or \(change).".asSentence
        case .network, .server, .tooMany: "This may clear up on its own. " + "\(again), or \(change).".asSentence
        case .missing:
            "The feed may have moved. "
                + "\(pressing(.openInBrowser)) to look for it on its site, or \(change).".asSentence
        case .denied:
            "If the feed needs a user name and password, set “#: user” and “#: password” for it in the urls file "
                + "(\(key(.editUrls))). Otherwise \(pressing(.manageFeed)) \(Self.toChange)."
        case .untrusted:
            "The site's owner has to fix the certificate. If you trust its issuer, set “#: ca-file” for this feed in "
                + "the urls file (\(key(.editUrls)))."
        case .page:
            "\(pressing(.manageFeed)) to enter the feed's own URL, or to remove the feed.".asSentence
        case .noFeed:
            "\(pressing(.openInBrowser)) to look at its site, or \(change).".asSentence
        case .document where feed.isOfCommand:
            "The command in the feed's line prints no valid feed: run it in a shell to see what it prints. "
                + "\(again), or edit the line (\(key(.editUrls))).".asSentence
        case .document: "The site's owner has to fix this. " + "\(again), or \(change).".asSentence
        case .local:
            "The fault is on this machine or in the feed's line in the urls file (\(key(.editUrls)) to edit). "
                + "\(again).".asSentence
        case .refused, .gone, nil: "\(again), or \(change).".asSentence
        }
    }

    /// Where the feed has moved, and what to do about it.
    func words(forMoveOf state: FetchState) -> String? {
        state.movedTo.map {
            "The feed has moved permanently to \($0.shownAddress). "
                + "\(pressing(.changeAddress)) to use the new URL, or run “lede move”.".asSentence
        }
    }

    private var again: String { "\(pressing(.refreshFeed)) to try again" }

    private var change: String { "\(key(.manageFeed)) \(Self.toChange)" }

    private static let toChange = "to change the URL or remove the feed"
}
