import TestSupport
import Testing

@testable import FeedParser

@Suite struct `Transcripts` {
    private func html(_ document: String) throws -> String {
        try #require(TimedText(Array(document.utf8))).html
    }

    /// The paragraphs without their tags.
    private func paragraphs(_ document: String) throws -> [String] {
        try html(document).split(separator: "\n").map { PlainText.of(html: String($0)) }
    }

    /// WebVTT's captions, one a second, each a second long.
    private func captions(_ words: [String]) -> String {
        "WEBVTT\n"
            + words.enumerated().map { "\n\(PlayingTimes.at($0)) --> \(PlayingTimes.at($0 + 1))\n\($1)\n" }.joined()
    }

    @Test func `captions become paragraphs with their times and speakers`() throws {
        let document = """
            WEBVTT - An episode
            Kind: captions

            STYLE
            ::cue { color: lime }

            NOTE nobody reads this

            intro
            00:01.000 --> 00:03.500 align:start position:10%
            <v.loud Ada Lovelace>Good <i>morning</i> &amp; welcome,
            dear listeners.

            00:03.500 --> 00:05.000
            It rains.

            00:05.000 --> 01:00:07.250
            <v Ines>Does<00:00:05.500><c.yellow> it?</c>
            """
        #expect(
            try html(document) == """
                <p><small>0:01</small> <b>Ada Lovelace:</b> Good morning &amp; welcome, dear listeners. It rains.</p>
                <p><small>0:05</small> <b>Ines:</b> Does it?</p>

                """)
        #expect(TimedText(Array(document.utf8))?.letters == 49)
    }

    @Test func `SubRip is read with its numbers, commas and odd line ends`() throws {
        let document =
            "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<font color=\"red\">a < b</font>\r\n\r\n2\r\n"
            + "01:00:02,500 --> 01:00:04,000\r\n- Late.\r\n3\r\n01:00:04,100 --> 01:00:05,000\r\nLater."
        #expect(try paragraphs(document) == ["0:01 a < b", "1:00:02 - Late. Later."])
        #expect(try paragraphs(document.replacing("\r\n", with: "\r")) == ["0:01 a < b", "1:00:02 - Late. Later."])
    }

    @Test func `the JSON of podcasts is read by sentences or words, and that of speech recognition`() throws {
        let document = """
            {"version": "1.0.0", "segments": [
              {"speaker": "Ada", "startTime": 0.5, "endTime": 0.75, "body": "Very"},
              {"speaker": "Ada", "startTime": 0.75, "endTime": 1.1, "body": "very"},
              {"startTime": "1.1", "endTime": 1.5, "body": "good."},
              {"speaker": "Ines", "startTime": 1.5, "body": "Is it?"}]}
            """
        #expect(try paragraphs(document) == ["0:00 Ada: Very very good.", "0:01 Ines: Is it?"])
        let recognised =
            #"{"text": "x", "segments": [{"id": 0, "start": 61, "end": 63.2, "text": " Hello", "tokens": [1]}]}"#
        #expect(try paragraphs(recognised) == ["1:01 Hello"])
    }

    @Test func `plain text keeps its paragraphs and lines`() throws {
        #expect(try html("[Music]\nHello & welcome.\n\nBye.") == "<p>[Music]<br>Hello &amp; welcome.</p><p>Bye.</p>")
    }

    @Test(arguments: ["<!doctype html><p>x", "\u{FEFF} <p>x", "ID3\u{3}\0\0\0\0"])
    func `pages and other files are no transcript`(document: String) {
        #expect(TimedText(Array(document.utf8)) == nil)
    }

    @Test(arguments: ["", "WEBVTT", "WEBVTT\n\n0:01 --> 0:02\n\n", "{}", "{\"segments\": [{\"body\": 5}, 7"])
    func `a transcript without words is empty`(document: String) throws {
        let text = try #require(TimedText(Array(document.utf8)))
        #expect(text.html.isEmpty && text.letters == 0)
    }

    @Test func `a paragraph ends at a pause of two seconds`() throws {
        let document = "WEBVTT\n\n0:01.000 --> 0:02.000\na\n\n0:03.900 --> 0:04.000\nb\n\n0:06.000 --> 0:07.000\nc"
        #expect(try paragraphs(document) == ["0:01 a b", "0:06 c"])
    }

    @Test func `a long paragraph ends with a sentence`() throws {
        let sentence = String(repeating: "word ", count: 24) + "end.”"
        let paragraphs = try paragraphs(captions((1...12).map { "\($0) \(sentence)" }))
        #expect(paragraphs.count == 2 && paragraphs.allSatisfy { $0.hasSuffix("end.”") })
        let endless = try self.paragraphs(captions((1...70).map { "\($0) " + String(repeating: "word ", count: 20) }))
        #expect(endless.count == 3)
    }

    @Test func `captions that roll up count once`() throws {
        #expect(
            try paragraphs(
                captions(["One line", "One line\ntwo lines", "two lines\n", "two lines\nthree lines", "end"]))
                == ["0:00 One line two lines three lines end"])
        #expect(try paragraphs(captions(["very", "very", "good"])) == ["0:00 very very good"])
        let pause = "WEBVTT\n\n0:01.000 --> 0:02.000\nOh yes.\n\n0:03.000 --> 0:04.000\nOh yes."
        #expect(try paragraphs(pause) == ["0:01 Oh yes. Oh yes."])
    }

    @Test func `impossible times lose no words`() throws {
        let document = """
            WEBVTT

            00:10.000 --> 00:11.000
            first

            -00:05.000 --> 00:06.000
            second

            00:01.000 --> 00:00.500
            third

            99999999999:00 --> 00:02.000
            fourth a --> b
            """
        #expect(
            try paragraphs(document) == ["0:10 first second", "0:01 third fourth a --> b"])
    }

    @Test func `a text in another encoding is read`() throws {
        let document = Array("1\n00:00:01,000 --> 00:00:02,000\ncaf".utf8) + [0xE9]
        #expect(TimedText(document)?.html.contains("café") == true)
    }

    /// Documents of this many bytes or so that might take too long.
    private static let traps: [(name: String, document: @Sendable (Int) -> String)] = [
        ("captions", { String(repeating: "0:01.000 --> 0:02.000\na\n\n", count: $0 / 25) }),
        ("captions without end", { "WEBVTT\n\n0:01.000 --> 0:02.000\n" + String(repeating: "words\n", count: $0 / 6) }),
        ("one line", { "WEBVTT\n\n0:01.000 --> 0:02.000\n" + String(repeating: "words ", count: $0 / 6) }),
        (
            "growing",
            { String(repeating: "0:01 --> 0:02\n" + String(repeating: "word ", count: 200) + "\n\n", count: $0 / 1000) }
        ),
        ("tags", { "0:01 --> 0:02\n" + String(repeating: "<a", count: $0 / 2) }),
        ("braces", { "0:01 --> 0:02\n" + String(repeating: "{\\", count: $0 / 2) }),
        ("voices", { "0:01 --> 0:02\n" + String(repeating: "<v a>b<v c>d", count: $0 / 12) }),
        ("references", { "0:01 --> 0:02\n" + String(repeating: "&amp", count: $0 / 4) }),
        ("arrows", { String(repeating: "-->\n", count: $0 / 4) }),
        ("digits", { String(repeating: "1", count: $0) + " --> 0:02\nx" }),
        ("blank lines", { "0:01 --> 0:02\n" + String(repeating: "\n", count: $0) }),
        ("segments", { "{\"segments\":[" + String(repeating: "{\"body\":\"a\"},", count: $0 / 13) }),
        ("brackets", { "{\"segments\":[" + String(repeating: "[", count: $0) }),
        ("objects", { "{\"segments\":[" + String(repeating: "{\"a\":", count: $0 / 5) })
    ]

    @Test(arguments: traps.indices)
    func `a transcript is read in linear time, whatever it contains`(trap: Int) {
        #expect(growsSteadily(from: 1 << 17) { _ = TimedText(Array(Self.traps[trap].document($0).utf8)) })
    }
}

private enum PlayingTimes {
    static func at(_ second: Int) -> String { "\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).000" }
}
