import Configuration
import FoundationEssentials
import Library
import Subscriptions
import ViewModels

extension Subcommand {
    static let episodes = Subcommand(
        name: "episodes", summary: "list the queue of episodes",
        details: [
            """
            Prints a line for each episode, in the order of the queue: the item's number, what has become of its file, where it \
            stopped, its title and feed. If the output isn't a terminal, it prints the file's path or URL instead of the \
            feed. “lede play” takes the number.
            """
        ],
        options: [.json],
        examples: [Example(line: "lede episodes --json | jq -r .url", meaning: "print the URLs of the queued files")]
    ) { arguments in
        let output = arguments.output
        let paths = try arguments.paths()
        let folder = DownloadSettings(Config.read(paths), paths).folder
        var (lines, table) = (output.jsonLines, TextTable(.right, .left, .right, .flexible, .flexible))
        for episode in try Subscriptions(reading: arguments).library.episodes() {
            let file = episode.file(in: folder)
            if arguments.has("--json") {
                lines.add(.members(episode.json(file: file)))
            } else {
                table.add(
                    "\(episode.id.rawValue)", episode.fileWords(), episode.placeWords, episode.item.title,
                    output.width == nil ? file ?? episode.address ?? "" : episode.feedName)
            }
        }
        if arguments.has("--json") { lines.end() } else { table.show(on: output) }
        return 0
    }
}

extension Episode {
    fileprivate func json(file: String?) -> [(String, JSON)] {
        [
            ("id", .integer(Int(id.rawValue))),
            ("title", .string(item.title)),
            ("feed", .string(feedURL)),
            ("feed_title", .string(feedName)),
            ("url", JSON(address)),
            ("type", JSON(type)),
            ("bytes", JSON(bytes)),
            ("download", .string("\(download.stage)")),
            ("failure", JSON(download.failure)),
            ("file", JSON(file)),
            ("duration", JSON(duration.map { Int($0 / 1000) })),
            ("position", .integer(Int(position / 1000))),
            ("heard", .bool(item.isHeard))
        ]
    }
}
