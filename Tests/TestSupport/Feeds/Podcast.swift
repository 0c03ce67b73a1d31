import Foundation

/// A feed whose items have recordings on this machine, and a home that reads it.
package struct Podcast: Sendable {
    package let home: Home
    package let server: LoopbackServer
    /// The paths of all requests so far, as soon as each is there.
    package let requests = Record<String>()

    /// The answers are by the paths of the recordings. Items of strange files are added. Each item has the `more` elements, in
    /// which HERE is the server.
    package init(
        _ recordings: [String: Answer], player: String = MPV.command.joined(separator: " "), more: String = ""
    ) throws {
        server = try LoopbackServer { [requests] request in
            requests.add(request.path)
            if let answer = recordings[request.path] { return answer }
            let here = "http://\(request.headers["host"] ?? "")"
            return Answer(
                200,
                body: Self.feed(
                    recordings.keys.sorted().map { here + $0 } + Self.strange, more.replacing("HERE", with: here)))
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
        try home.write(config: "player \(player)\n")
    }

    private static let strange = ["file:///etc/passwd", "ftp://example.org/a.mp3", "lavfi://sine"]

    private static func feed(_ urls: [String], _ more: String) -> String {
        let items = urls.map { url in
            """
            <item><title>Episode \(url.split(separator: "/").last ?? "")</title><guid>\(url)</guid>
            <enclosure url="\(url)" type="audio/x-wav" length="1"/>\(more)</item>
            """
        }
        return "<rss version=\"2.0\"><channel><title>Talk</title>\(items.joined())</channel></rss>"
    }

    /// Has a script play that runs mpv with the same process, and writes the numbers of that and of its parent.
    package func notePlayer() throws {
        let numbers = home.path + "/player"
        let script =
            "echo $$ $PPID > \(numbers).new; mv \(numbers).new \(numbers)\nexec \(MPV.command.joined(separator: " ")) \"$@\""
        try home.write(config: "player \(home.writeProgram("mpv", script))\n")
    }

    /// The numbers of the processes of mpv and of lede, once something has played.
    package func players() throws -> (mpv: Int32, lede: Int32) {
        let numbers = try String(contentsOfFile: home.path + "/player", encoding: .utf8).split { !$0.isNumber }
        guard numbers.count == 2, let mpv = Int32(numbers[0]), let lede = Int32(numbers[1]), mpv > 1, lede > 1 else {
            throw SystemFailure("reading the player's number", code: EINVAL)
        }
        return (mpv, lede)
    }
}

/// A sound file in which nothing is to be heard.
package enum SilentRecording {
    private static let rate = 8000

    /// The bytes of a WAV file: one for each sample.
    package static func wav(seconds: Int) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let count = seconds * rate
        let kind = number(1, 2) + number(1, 2)
        let format = kind + number(rate, 4) + number(rate, 4) + number(1, 2) + number(8, 2)
        let head =
            Array("RIFF".utf8) + number(36 + count, 4) + Array("WAVEfmt ".utf8) + number(format.count, 4) + format
        return head + Array("data".utf8) + number(count, 4) + [UInt8](repeating: 128, count: count)
    }
}
