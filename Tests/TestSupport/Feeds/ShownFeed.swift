import Foundation

/// An invented feed for the pictures, and the name that lede's list shows.
struct ShownFeed {
    let name: String
    let group: String
    /// The average number of hours between two of its items.
    let pace: Double
    /// The titles from the newest item to the oldest.
    let titles: [String]
    /// The texts of all items but the newest, used in turn.
    let sentences: [String]
    /// The text of the newest item, with `@PICTURE@` for the URL of a picture.
    var article: String?

    /// The feed as a document. Only the dates of its older items are visible in the pictures.
    func document(at now: Date, picture: String) -> String {
        let older = (0..<60).map { "From the archive, no. \(60 - $0)" }
        let items = (titles + older).enumerated().map { index, title in
            SampleFeed.Item(
                title: title, body: body(index, title).replacingOccurrences(of: "@PICTURE@", with: picture),
                link: "https://\(host)/\(titles.count + older.count - index)", date: date(index, now))
        }
        return SampleFeed(title: name, link: "https://\(host)/", items: items).rss
    }

    private func body(_ index: Int, _ title: String) -> String {
        if index == 0, let article { return article }
        return index < titles.count ? "<p>\(title). \(sentences[index % sentences.count])</p>" : ""
    }

    private var host: String { name.lowercased().filter { $0.isASCII && $0.isLetter } + ".example" }

    /// The date of an item. The gaps differ, and some weeks have more items than others, as in a real feed.
    private func date(_ index: Int, _ now: Date) -> Date {
        let gaps = [0.6, 1.7, 0.4, 1.3, 0.9, 2.1, 0.5]
        let hours = (0...index).reduce(0.0) { sum, number in
            sum + pace * gaps[number % gaps.count] * (1 + 0.8 * sin(Double(number) / 3 + pace))
        }
        return now.addingTimeInterval(-3600 * hours)
    }
}

extension ShownFeed {
    static let all = [
        ShownFeed(
            name: "The Slow Compiler", group: "code", pace: 20,
            titles: [
                "What a cache line costs", "Reading a million rows without a pause", "A parser that never gives up",
                "Undo is a journal", "Queues, and who waits on them", "Strings are harder than they look",
                "The fastest code is the code that is not there", "Why the second frame is free",
                "A lock that nobody holds", "What happens before main", "Errors worth reading",
                "Floating point, in the light of day", "How to throw away a cache", "The cost of a page fault",
                "Names are the first documentation", "Sorting what is nearly sorted",
                "Twelve ways to count characters", "A test that can fail", "The queue that ate the memory",
                "Where the time goes at start-up", "Bits that fell off the end",
                "Threads are not free, and neither is waiting", "What a profiler can't see",
                "Reading assembly by candlelight", "On deleting code", "A hash is not a promise",
                "Small functions, long stacks", "The shape of a good error", "Two clocks are one too many",
                "Measure twice, guess never", "Why builds slow down", "The last allocation", "Old code, kindly read",
                "A year of one bug"
            ],
            sentences: [
                "Most programs spend their day waiting for memory, and call it work.",
                "It took a weekend and twelve lines, of which nine were deleted again.",
                "Shine a light on the slow path first: that is where people are."
            ], article: article),
        ShownFeed(
            name: "Kernel Garden", group: "code", pace: 9,
            titles: [
                "A week in the scheduler", "Pages, folios and what is between", "Why your timer woke up",
                "The file that was never there", "Patches that nobody asked for", "How a pipe is full",
                "Light work for idle cores", "Ten thousand descriptors", "What sync promises",
                "A driver for a device from 1994", "The oldest bug in the tree", "Waiting for the disk"
            ],
            sentences: [
                "The patch is three lines long, the discussion three hundred.",
                "Merged for the next release, with a knob that nobody should touch."
            ]),
        ShownFeed(
            name: "Small Databases", group: "code", pace: 27,
            titles: [
                "How a write-ahead log forgets", "Full text in forty kilobytes", "An index you did not need",
                "Counting without counting", "What fits into a page", "Backups that were tried",
                "A query that reads nothing", "Locks for light readers"
            ],
            sentences: [
                "An index is a second copy of the truth, and costs what copies cost.",
                "Written in the log is written; all else is hope."
            ]),
        ShownFeed(
            name: "Notes on Type", group: "design", pace: 31,
            titles: [
                "Eighty columns are enough", "Hyphens, dashes and the minus sign", "A grid is a promise",
                "Setting 日本語 beside Latin", "Why terminals still win", "Light faces on dark ground",
                "Quotation marks of nine countries", "The space between words", "Numbers that stand in line",
                "A page without pictures"
            ],
            sentences: [
                "A line is as long as the eye goes without getting lost.",
                "Light text on dark ground wants more air between its lines."
            ]),
        ShownFeed(
            name: "Weather Desk", group: "world", pace: 3.1,
            titles: [
                "Snow above 900 metres by the weekend", "Storm warnings for the western coast",
                "The warmest November since records began", "Fog, and what to do about it", "Tides for the week",
                "Light rain in the valleys, clearing later", "First frost on low ground",
                "Winds turn to the north-east", "A dry week for the islands", "High water at the old bridge",
                "Sun until noon, then cloud", "Northern lights seen from the harbour", "Ice on bridges before dawn",
                "The river falls again", "Thunder over the hills", "Mild nights, grey mornings",
                "Visibility below 200 metres", "Gusts of 90 km/h expected", "Showers from the west",
                "Snow line rises to 1400 metres", "A bright Sunday", "Pollen: low", "Swell of three metres",
                "Clear and cold"
            ],
            sentences: [
                "The next report is at six.", "Ships are asked to wait for daylight before they enter."
            ]),
        ShownFeed(
            name: "Harbour Times", group: "world", pace: 5.3,
            titles: [
                "Ferry returns after three years", "A lighthouse is sold, its keeper stays",
                "The market moves indoors", "Council votes for the longer quay", "Herring, at last",
                "Night bus to the docks", "Two tugs for one ship", "The crane will be painted blue",
                "School boats learn to race", "A museum for nets", "Street lights out on Pier Road",
                "Old ropes wanted", "The fish hall turns a hundred", "Parking, again", "A seal at the slipway",
                "Bridge open twice a day", "The choir of the lifeboat men", "New rules for small boats",
                "Salt, and who makes it", "The pilot retires"
            ],
            sentences: [
                "The council meets again on Thursday, in the fish hall.",
                "Nobody could say when the light was last out."
            ], article: ferry),
        ShownFeed(
            name: "Long Reads Weekly", group: "world", pace: 80,
            titles: [
                "The people who mend clocks", "A map of every bench", "Letters to a radio telescope",
                "The light that took a century", "Islands that were drawn by mistake"
            ],
            sentences: [
                "An hour's reading, and a walk afterwards."
            ]),
        ShownFeed(
            name: "Panels", group: "comics", pace: 40,
            titles: [
                "Estimates", "The last semicolon", "Cat on a warm router", "Sort of sorted", "Light theme",
                "Works on my moon"
            ],
            sentences: [
                "Drawn on a Tuesday."
            ])
    ]

    private static let article = """
        <p>A processor does not read a byte. It reads sixty-four of them, a <em>cache line</em>, and what you did not
        ask for came along anyway. Programs that are quick are often just programs that ask for
        <strong>neighbours</strong>.</p>
        <h2>An experiment</h2>
        <p>Take a list of a million numbers and add them up twice: once in order, and once in an order that
        <a href="https://slowcompiler.example/shuffle">somebody has shuffled</a>. The sum is the same.</p>
        <pre>let inOrder = numbers.reduce(0, +)
        let shuffled = order.reduce(0) { $0 + numbers[$1] }</pre>
        <blockquote><p>The second took eleven times as long, and did nothing else.</p></blockquote>
        <h2>What to do about it</h2>
        <ul><li>Keep together what is read together.</li>
        <li>Measure before and after: guesses are wrong in both directions.</li>
        <li>Read <a href="https://example.org/lines">what every line costs</a>, and then forget the numbers.</li></ul>
        <p>The rest is patience, and a profiler that tells the truth.</p>
        """

    private static let ferry = """
        <p>At six in the morning the ferry crossed the bay again, for the first time in three years. Forty people had
        come to see it off, and two had a ticket.</p>
        <figure><img src="@PICTURE@" alt="The hills of the north shore at sunrise" width="512" height="320">
        <figcaption>The north shore at sunrise, from the upper deck.</figcaption></figure>
        <p>Swans kept the slipway until the last minute. The timetable hangs in the fish hall, and nobody may take it
        down.</p>
        """
}

/// An invented picture: hills, one behind the other, under a low sun. As a PNG file without compression.
enum Landscape {
    static let (width, height) = (336, 210)

    static var png: [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for column in 0..<width { rows += color(row, column) }
        }
        let header = number(width) + number(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
            + chunk("IEND", [])
    }

    private static func color(_ row: Int, _ column: Int) -> [UInt8] {
        let (x, y) = (Double(column) / Double(width), Double(row) / Double(height))
        for hill in [3.0, 2, 1, 0] {
            // A wave of straight lines would be hills of a desert: two parabolas make a soft one.
            let phase = (x * (1.4 + hill * 0.5) + hill * 0.37).truncatingRemainder(dividingBy: 1)
            let crest = 0.42 + hill * 0.13 + (phase - 0.5) * (phase - 0.5) * 0.7
            if y > crest { return [UInt8(46 + hill * 14), UInt8(92 - hill * 16), UInt8(84 - hill * 18)] }
        }
        let (dx, dy) = ((x - 0.72) * 1.6, y - 0.24)
        if dx * dx + dy * dy < 0.011 { return [255, 226, 150] }
        return [UInt8(70 + 160 * y), UInt8(120 + 110 * y), UInt8(190 - 20 * y)]
    }

    /// zlib's form of bytes that aren't compressed (RFC 1950 and 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
        }
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + number(b << 16 | a)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + bytes
        var check = UInt32.max
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        return number(bytes.count) + content + number(Int(~check))
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { shift in UInt8(truncatingIfNeeded: value >> shift) }
    }
}
