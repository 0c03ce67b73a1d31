import Addresses
package import FoundationEssentials
package import Library
import Spelling

/// What is wrong with an account on a feed server, and what to do about it.
package struct AccountTrouble: Equatable, Sendable {
    let account: Account
    /// What the user calls the account.
    let name: String

    package init(_ account: Account, named name: String) {
        (self.account, self.name) = (account, name)
    }

    package var isSerious: Bool { account.isTroubled }

    /// Whole sentences, one or a few in a line. `again` says in words how to sync again.
    package func lines(again: String, at now: Date) -> [String] {
        var lines: [String] = []
        if account.failures > 0 {
            let reason = account.lastError ?? "the last sync failed"
            lines += [reason.asSentence.withStop, advice(again, now)]
        }
        if account.vanishing > 0 {
            lines.append(
                "\(account.vanishing.counted("feed")) vanished from \(place) at once, and lede keeps them here. If you "
                    + "removed them there, run “lede sync --accept”; otherwise look there first.")
        }
        lines += account.refusals.map { "The server refused a change: \($0)".withStop }
        if !account.refusals.isEmpty { lines.append("“lede sync --accept” leaves it as the server has it.") }
        if account.refusedItems > 0 {
            lines.append(
                "The server refused the marks of \(account.refusedItems.counted("item")), which stay here. "
                    + "\(again) to send them again.".asSentence)
        }
        lines += account.hugeFiles.map { file in
            "lede leaves \(file) unread, because it is over 64 MB and so isn't lede's: remove it from the folder."
        }
        return lines.filter { !$0.isEmpty }
    }

    private var place: String { account.key.isFolder ? "your other devices" : "the server" }

    private func advice(_ again: String, _ now: Date) -> String {
        let once = "\(again) to try again.".asSentence
        let login = "“lede sync login \(account.key.url.shownAddress)”"
        return switch account.failing {
        case "login-refused": "Run \(login) in a shell to enter them again. \(once)"
        case "login-insecure":
            "Write the server's https URL into the urls file. In a network of your own, “#: insecure yes” below the "
                + "server's line allows http."
        case "told-to-wait" where account.isToldToWait:
            until(now).map { "lede won't ask the server before \($0)." } ?? ""
        case "not-understood":
            "The URL in the urls file may be that of another page: \(login) finds the right one. \(once)"
        case "unsupported": once
        default: (until(now).map { "lede tries again by itself after \($0). " } ?? "") + once
        }
    }

    private func until(_ now: Date) -> String? {
        account.retry.flatMap { $0 > now ? LocalTime(minuteAfter: $0).brief(at: now) : nil }
    }
}

extension String {
    /// The text with a full stop, if it ends with nothing like that.
    fileprivate var withStop: String { last.map { ".!?…".contains($0) } == true ? self : self + "." }
}
