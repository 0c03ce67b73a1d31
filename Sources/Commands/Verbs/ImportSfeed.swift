import Configuration
import Files
import FoundationEssentials
import MovingIn
import Subscriptions

extension Verb {
    static let importSfeed = Verb(
        name: "import sfeed", operands: "[DIR]", summary: "import feeds and items from sfeed",
        details: [
            """
            DIR is the folder with sfeedrc and the folder “feeds” (default: ~/.sfeed). lede reads the script but doesn't run \
            it. Read marks come from the file in $SFEED_URL_FILE, or the file “urls” in DIR, as in sfeed_curses. Without \
            this file, items older than a day count as read, as in sfeed_curses.
            """,
            Moving.undoing
        ]
    ) { arguments in
        let moving = try Moving(arguments)
        let home = arguments.environment["HOME"] ?? ""
        let folder = arguments.operands.first.map(Paths.absolute) ?? "\(home)/.sfeed"
        guard let script = try moving.text(of: folder + "/sfeedrc") else {
            throw CommandFailure.failed("\(MovingFailure.nothingThere(folder))")
        }
        let configuration = SfeedConfiguration(String(decoding: script, as: UTF8.self))
        let readFile = arguments.environment["SFEED_URL_FILE"] ?? folder + "/urls"
        let addresses = try moving.text(of: readFile).map { bytes in
            Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
        }
        let store = SfeedFiles(
            of: configuration.feeds, in: folder + "/feeds",
            readMarks: addresses.map { .addresses($0) } ?? .olderThan(Date(timeIntervalSinceNow: -86_400))
        ) { path throws(MovingFailure) in
            do throws(FileFailure) {
                return PrivateFiles.exists(path) ? try PrivateFiles.read(path) : []
            } catch {
                throw .unreadable(path: path, reason: error.reason)
            }
        }
        try moving.run(
            store,
            subscriptions: UrlsText(own: configuration.feeds.map { OwnFeed($0.url, title: $0.title, group: $0.folder) })
        )
        for line in configuration.leftBehind { Output.detail("\(folder)/sfeedrc, \(line)") }
        return 0
    }
}
