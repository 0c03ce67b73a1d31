import Foundation
import TestSupport

/// A picture to be taken: the size of the terminal, what is pressed, and what is on the screen then.
struct Scene {
    let name: String
    var size = (columns: 132, rows: 32)
    var theme = "dark"
    var keys: [Keystroke] = []
    let shows: String

    static let all = [
        Scene(name: "panes", keys: [.enter, .enter], shows: "What a cache line costs"),
        Scene(name: "panes-light", theme: "light", keys: [.enter, .enter], shows: "What a cache line costs"),
        Scene(name: "article", size: (84, 30), keys: [.enter, .enter], shows: "An experiment"),
        Scene(name: "feeds", size: (84, 24), shows: "Kernel Garden"),
        Scene(name: "help", size: (84, 30), keys: ["?"], shows: "Keys in the list of feeds")
    ]

    /// Takes the picture in a home of its own, of a library of invented feeds that come from files.
    func take() throws -> Picture {
        let home = try Home()
        let urls = try ShownFeed.all.enumerated().map { index, feed in
            let path = "\(home.path)/\(index).xml"
            try feed.document(at: .now).write(toFile: path, atomically: true, encoding: .utf8)
            return "file://\(path) \(feed.tag)"
        }
        try home.write(urls: urls)
        try home.write(config: "theme \(theme)\n")
        for command in [
            ["refresh"], ["mark", "read", "--filter", "title =~ \"^Notes, no\""],
            ["mark", "read", "--filter", "title =~ \"cache|timer|Fog|quay|Sort|bench|index\""],
            ["mark", "star", "--filter", "title =~ \"terminals|radio|Undo\""]
        ] {
            let run = try Lede.run(command, home: home)
            guard run.status == 0 else {
                throw Failure(reason: "lede \(command.joined(separator: " ")): \(run.errors)")
            }
        }
        let reader = try Reader.launch(size: size, home: home)
        try reader.waitForScreen(showing: ShownFeed.all[0].name)
        try choose(ShownFeed.all[0].name, in: reader)
        for key in keys { try reader.press(key) }
        let screen = try reader.waitForScreen(showing: shows)
        return Picture(screen: screen, colours: theme == "light" ? .light : .dark)
    }

    /// Moves the cursor down to a feed.
    private func choose(_ name: String, in reader: Reader) throws {
        guard let row = reader.screen.row(of: name) else { return }
        try reader.press("g")
        for _ in 1..<row { try reader.press("j") }
    }

    struct Failure: Error {
        let reason: String
    }
}
