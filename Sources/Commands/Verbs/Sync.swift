import Addresses
import Configuration
import FoundationEssentials
import Library
import Spelling
import Subscriptions
import ViewModels

extension Verb {
    static let sync = Verb(
        name: "sync", summary: "sync with your feed servers",
        details: [
            """
            Sends your marks and changes to the feed servers in your urls file, and takes their new items and marks. \
            “lede sync login” adds a server.
            """
        ],
        options: [
            Option(name: "--status", meaning: "print how far each account is, without asking its server"),
            Option(name: "--undo", meaning: "undo what the last sync marked, also on the server"),
            Option(name: "--accept", meaning: "accept that feeds have vanished and changes were refused"), .json
        ],
        exits: [Exit(code: 1, meaning: "an account couldn't be synced")]
    ) { arguments in
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(paths)
        let library = subscriptions.library
        if subscriptions.list.accounts.isEmpty {
            throw CommandFailure.failed(
                "no feed servers in \(subscriptions.urls.path): add one with “lede sync login URL”")
        }
        let isJSON = arguments.has("--json")
        if arguments.has("--status") {
            let names = subscriptions.list.accountNames
            for account in try library.accounts() {
                account.tell(as: names[account.key] ?? account.key.url.shownAddress, asJSON: isJSON)
            }
            return 0
        }
        if arguments.has("--undo") {
            guard try subscriptions.urls.perform(.undoSync, in: library) != nil else {
                throw CommandFailure.failed("no changes by a sync to undo")
            }
            try library.finishWriting()
        }
        if arguments.has("--accept") {
            for account in try library.accounts() where account.vanishing > 0 || !account.refusals.isEmpty {
                try library.acceptServer(of: account.id)
            }
        }
        let sync = AccountSync(
            subscriptions: subscriptions, config: Config.read(paths), paths: paths, asJSON: isJSON,
            isInsisting: true)
        let code = sync.run()
        library.settle()
        return code
    }
}

extension Account {
    fileprivate func tell(as name: String, asJSON: Bool) {
        let waiting = unsentMarks + unsentChanges
        if asJSON {
            return Output.line(
                .object([
                    "account": .string(name), "agrees": .bool(isInAgreement), "last_success": JSON(lastSuccess),
                    "unsent": .integer(waiting), "vanishing": .integer(vanishing),
                    "refused": .integer(refusedItems + refusals.count), "error": JSON(lastError),
                    "advice": JSON(advice.isEmpty ? nil : advice.joined(separator: " "))
                ]))
        }
        let state =
            failures > 0
            ? "failed" : lastSuccess == nil ? "not synced yet" : isInDispute ? "not in agreement" : "in agreement"
        Output.columns(name, waiting > 0 ? "\(waiting.counted("change")) not sent yet" : state)
        for line in advice { Output.detail(line) }
    }

    /// What is wrong, and what to do about it, in sentences.
    private var advice: [String] {
        AccountTrouble(self, named: "").lines(again: "run “lede sync”", at: Date())
    }
}
