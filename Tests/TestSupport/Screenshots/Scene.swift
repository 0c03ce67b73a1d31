import Foundation

/// A picture to take: the size of the terminal, the keys to press, and what must be on the screen then.
package struct Scene {
    let name: String
    var size = (columns: 164, rows: 36)
    var theme = "dark"
    var keys: [Keystroke] = []
    let shows: String

    static let all = [
        Scene(name: "panes", keys: [.enter], shows: "An experiment"),
        Scene(name: "panes-light", theme: "light", keys: [.enter], shows: "An experiment"),
        Scene(name: "article", size: (84, 30), keys: [.enter], shows: "An experiment"),
        Scene(name: "items", size: (84, 24), keys: ["q", "g", .enter], shows: "Storm warnings"),
        Scene(
            name: "pictures", size: (84, 29), keys: ["q", "'", "Harbour Times", .enter, .enter, "g", .enter],
            shows: "Swans kept"),
        Scene(name: "search", size: (110, 18), keys: ["q", "/", "light"], shows: "found"),
        Scene(name: "help", size: (84, 30), keys: ["q", "?"], shows: "Keys in the feed list")
    ]

    package static func takeAll(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for scene in all {
            let path = "\(folder)/\(scene.name).svg"
            try scene.take().svg.write(toFile: path, atomically: true, encoding: .utf8)
            print(path)
        }
    }

    /// Takes the picture in a new home folder, with a library of invented feeds that are read from files.
    func take() throws -> Picture {
        let home = try Home()
        let server = try LoopbackServer { _ in
            Answer(200, headers: ["Content-Type": "image/png"], body: Landscape.png)
        }
        try home.write(urls: lines(in: home, picture: server.url("/bay.png")))
        try home.write(config: "theme \(theme)\n")
        // One feed fails, because in real life one always does.
        _ = try Lede.run("refresh", home: home)
        for (mark, title) in [
            ("read", "^From the archive|timer|Fog|quay|Sort|bench|index|Queues|test that|Names are|Winds|Tugs|tugs"),
            ("star", "terminals|radio|Undo")
        ] {
            let run = try Lede.run("mark", mark, "--filter", "title =~ \"\(title)\"", home: home)
            guard run.status == 0 else { throw Failure(reason: run.errors) }
        }
        let reader = try Reader.launch(environment: ["COLORTERM": "truecolor"], size: size, home: home)
        let feed = ShownFeed.all[0].name
        try reader.waitForScreen(showing: feed)
        // Jumps to the feed by its name, wherever it is in the list, and to its newest item.
        for key: Keystroke in ["'", .text(feed), .enter, .enter, "g"] + keys {
            try reader.press(key)
            try reader.settle()
        }
        let screen = try reader.waitForScreen(showing: shows)
        return Picture(screen: screen, colours: theme == "light" ? .light : .dark)
    }

    /// The lines of the urls file: the feeds in their groups, and one feed whose server is gone.
    private func lines(in home: Home, picture: String) throws -> [String] {
        var lines: [String] = []
        var group = ""
        for (index, feed) in ShownFeed.all.enumerated() {
            let path = "\(home.path)/\(index).xml"
            try feed.document(at: .now, picture: picture).write(toFile: path, atomically: true, encoding: .utf8)
            if feed.group != group { lines.append("#: group \(feed.group)") }
            group = feed.group
            lines.append("file://\(path)")
        }
        return lines + ["#: group", "http://127.0.0.1:9/feed \"~Old Weblog\""]
    }

    struct Failure: Error {
        let reason: String
    }
}
