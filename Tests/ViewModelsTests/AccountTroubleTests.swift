import Foundation
import Testing

@testable import Library
@testable import ViewModels

@Suite struct `Troubles of accounts` {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func lines(_ change: (inout Account) -> Void) -> String {
        let key = AccountKey(kind: "greader", url: "https://rss.example.org", user: "me")
        var account = Account(id: AccountID(1), key: key)
        change(&account)
        return AccountTrouble(account, named: "Home").lines(again: "press r", at: now).joined(separator: "\n")
    }

    private func failed(_ kind: String, wait: Double? = nil, isTold: Bool = false) -> String {
        lines {
            ($0.failures, $0.failing, $0.lastError) = (1, kind, "no answer")
            ($0.retry, $0.isToldToWait) = (wait.map { now + $0 }, isTold)
        }
    }

    @Test func `each kind of failure says what to do`() {
        let time = LocalTime(now + 60).brief(at: now)
        #expect(failed("login-refused").contains("Run “lede sync login https://rss.example.org” in a shell"))
        #expect(failed("login-insecure").contains("“#: insecure yes”"))
        #expect(
            failed("offline", wait: 60) == "No answer.\nlede tries again by itself after \(time). Press r to try again."
        )
        #expect(failed("busy") == "No answer.\nPress r to try again.")
        #expect(
            failed("told-to-wait", wait: 60, isTold: true) == "No answer.\nlede won't ask the server before \(time).")
        #expect(failed("not-understood").contains("finds the right one"))
    }

    @Test func `vanished feeds, refused changes and refused marks are told although the sync worked`() {
        #expect(lines { $0.vanishing = 12 }.contains("12 feeds vanished from the server at once"))
        #expect(
            lines { $0.refusals = ["https://a.example/: no feed"] }
                == "The server refused a change: https://a.example/: no feed.\n"
                + "“lede sync --accept” leaves it as the server has it.")
        #expect(
            lines { $0.refusedItems = 1 }.hasSuffix("marks of 1 item, which stay here. Press r to send them again."))
        #expect(lines { _ in }.isEmpty)
    }
}
