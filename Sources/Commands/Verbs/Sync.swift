import Addresses
import Configuration
import FoundationEssentials
import Library
import Spelling
import Subscriptions
import Syncing
import ViewModels

extension Verb {
    static let sync = Verb(
        name: "sync", summary: "sync with feed servers and a shared folder",
        details: [
            """
            Sends your marks and changes to the feed servers in your urls file, and takes their new items and marks. \
            “lede sync login” adds a server.
            """,
            """
            With “sync-folder” in the config file, also shares marks and subscriptions with your other devices through that \
            folder.
            """
        ],
        options: [
            Option(name: "--status", meaning: "print how far each account and device is, without asking servers"),
            Option(name: "--undo", meaning: "undo what the last sync marked, also on the server"),
            Option(name: "--accept", meaning: "accept that feeds have vanished and changes were refused"),
            Option(name: "--forget", value: "NAME", meaning: "keep what a lost device said, remove its files"), .json
        ],
        exits: [Exit(code: 1, meaning: "an account couldn't be synced")]
    ) { arguments in
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(paths)
        let library = subscriptions.library
        let config = Config.read(paths)
        let folder = FolderSettings(config, paths, followedBy: library)
        try library.follow(folder: folder.map { .folder($0.path) })
        if subscriptions.list.accounts.isEmpty, folder == nil {
            throw CommandFailure.failed(
                "no feed servers in \(subscriptions.urls.path): add one with “lede sync login URL”, or set “sync-folder”"
            )
        }
        let isJSON = arguments.has("--json")
        if arguments.has("--status") {
            let names = subscriptions.list.accountNames
            for account in try library.accounts() {
                account.tell(as: names[account.key] ?? account.key.url.shownAddress, asJSON: isJSON)
                if account.key.isFolder { try FolderReport(library).tell(asJSON: isJSON) }
            }
            return 0
        }
        if let name = arguments.value(of: "--forget") { return try forget(name, in: folder, library) }
        if arguments.has("--undo") {
            guard try subscriptions.urls.perform(.undoSync, in: library) != nil else {
                throw CommandFailure.failed("no changes by a sync to undo")
            }
            try library.finishWriting()
        }
        if arguments.has("--accept") {
            for account in try library.accounts() where account.isInDispute || account.failing == "gone" {
                try library.acceptServer(of: account.id)
            }
        }
        let sync = AccountSync(
            subscriptions: subscriptions, config: config, paths: paths, asJSON: isJSON, isInsisting: true)
        let code = sync.run()
        library.settle()
        return code
    }

    private static func forget(_ name: String, in folder: FolderSettings?, _ library: Library) throws -> Int32 {
        guard let folder else { throw CommandFailure.failed("no “sync-folder” in the config file") }
        let devices = try library.folderDevices()
        let named = devices.filter { [$0.title, $0.name].contains(name) }
        guard let device = named.first else {
            throw CommandFailure.usage(
                "no device is called “\(name)”", nearest: name, among: devices.compactMap(\.title),
                otherwise: "“lede sync --status” lists your devices")
        }
        if named.count > 1 {
            throw CommandFailure.usage(
                "\(named.count) devices are called “\(name)”: give the id instead, which “lede sync --status” prints")
        }
        let syncer = Syncer(library, settings: SyncSettings([SyncAccount(folder)]))
        if let failure = syncer.forget(device, in: folder) { throw CommandFailure.failed(failure) }
        library.settle()
        Output.columns("forgot \(name): its marks stay")
        return 0
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
