import Testing

@testable import Terminal

@Suite struct `Pictures that the terminal keeps` {
    private var uploads = PictureUploads(UploadWay(throughTmux: false, usesPalette: false))
    private var table = PictureTable()

    private func picture(_ id: Int, pieces: Int = 1, side: Int = 10) -> TestPicture {
        TestPicture(
            id: id,
            pixelsToUpload: UploadedPixels(
                compressed: [UInt8](repeating: 7, count: 3072 * pieces), width: side, height: side, hasOpacity: false))
    }

    private mutating func show(_ pictures: TestPicture...) {
        table = PictureTable()
        for picture in pictures { _ = table.slot(of: picture, uploads.use(id: picture.id)) }
    }

    private mutating func next(upTo limit: Int = 1 << 20, isSlow: Bool = false) -> (text: String, complete: Int?) {
        uploads.next(upTo: limit, for: table, isSlow: isSlow)
    }

    /// What the commands of a text do, in short.
    private func commands(_ text: String) -> [String] {
        text.split(separator: "\u{1B}_G").map { command in
            let keys = command.prefix { $0 != ";" && $0 != "\u{1B}" }.split(separator: ",")
            if keys.contains("a=d") { return "delete \(keys.first { $0.hasPrefix("i=") } ?? "")" }
            let more = keys.contains("m=1") ? "" : ", last"
            return keys.contains("a=T") ? "begin\(more)" : "go on\(more)"
        }
    }

    @Test mutating func `a picture is uploaded once`() {
        show(picture(1), picture(2))
        #expect(next().complete == 1)
        #expect(next().complete == 2)
        #expect(next().text == "")
        show(picture(2))
        #expect(next().text == "")
        show(picture(1))
        #expect(next().text == "")
    }

    @Test mutating func `a large picture goes in parts, with nothing of others between`() {
        show(picture(1, pieces: 5), picture(2))
        let parts = (0..<3).map { _ in next(upTo: 8000) }
        #expect(
            parts.map { commands($0.text) } == [["begin", "go on"], ["go on", "go on"], ["go on, last"]])
        #expect(parts.map(\.complete) == [nil, nil, 1])
        #expect(commands(next().text) == ["begin, last"])
    }

    @Test mutating func `on a slow line a picture that left the screen makes way, and leaves nothing behind`() {
        show(picture(1, pieces: 5))
        _ = next(upTo: 4000, isSlow: true)
        show(picture(2))
        let text = next(upTo: 4000, isSlow: true)
        #expect(
            commands(text.text) == ["go on, last", "delete i=\(numbers(text.text)[0])", "begin, last"])
        #expect(text.complete == 2)
    }

    @Test mutating func `otherwise it is sent to its end, so that nothing is sent twice`() {
        show(picture(1, pieces: 5))
        _ = next(upTo: 4000)
        show(picture(2))
        #expect(next().complete == 1)
        show(picture(1))
        #expect(next().text == "")
    }

    @Test mutating func `after a resize the terminal shows what it has, and gets nothing again`() {
        show(picture(1), picture(2, pieces: 5))
        let kept = numbers(next().text)[0]
        let broken = numbers(next(upTo: 4000).text)[0]
        let text = uploads.placeAgain()
        #expect(commands(text) == ["go on, last", "delete i=\(broken)", "delete i=\(kept)", "go on, last"])
        #expect(text.hasSuffix("\u{1B}_Ga=d,d=i,i=\(kept),q=2\u{1B}\\\u{1B}_Ga=p,U=1,q=2,i=\(kept),c=3,r=2\u{1B}\\"))
        show(picture(1))
        #expect(next().text == "")
    }

    @Test mutating func `a picture counts as uploaded through tmux once tmux has surely passed it on`() {
        uploads = PictureUploads(UploadWay(throughTmux: true, usesPalette: false))
        show(picture(1))
        #expect(next().complete == nil)
        #expect(next().text == "" && uploads.use(id: 1) == nil)
        #expect(uploads.confirm(false).text.contains("a=d,d=I"))
        #expect(!next().text.isEmpty)
        #expect(uploads.confirm(true) == ("", 1))
        #expect(next().text == "" && uploads.use(id: 1) != nil)
    }

    @Test mutating func `a picture without pixels, or with too many rows, isn't uploaded`() {
        var tall = picture(2)
        tall.rows = KittyPicture.longestSide + 1
        show(TestPicture(id: 1), tall)
        #expect(next().text == "")
    }

    @Test mutating func `the pictures seen longest ago make room for others`() {
        // Each takes 16 MB.
        for id in 1...4 {
            show(picture(id, side: 2048))
            #expect(next().complete == id)
        }
        show(picture(1, side: 2048), picture(5, side: 2048))
        #expect(commands(next().text).map { $0.prefix(6) } == ["delete", "begin,"])
        show(picture(1, side: 2048))
        #expect(next().text == "")
        show(picture(2, side: 2048))
        #expect(next().complete == 2)
    }

    @Test mutating func `numbers of pictures that the terminal keeps aren't given to others`() {
        uploads = PictureUploads(UploadWay(throughTmux: false, usesPalette: true))
        show(picture(0))
        let first = numbers(next().text)
        for id in 1...600 {
            show(picture(0), picture(id))
            #expect(numbers(next().text).last != first[0])
        }
    }

    @Test mutating func `all are deleted at the end, also one that is half sent`() {
        show(picture(1), picture(2, pieces: 3))
        _ = next()
        _ = next(upTo: 4000)
        let (first, second) = (uploads.forgetAll(), uploads.forgetAll())
        #expect(commands(first).map { $0.prefix(6) } == ["go on,", "delete", "delete"])
        #expect(second == "")
        #expect(next().complete == 1)
    }

    private func numbers(_ text: String) -> [Substring] {
        text.split(separator: ",").filter { $0.hasPrefix("i=") }.map { $0.dropFirst(2) }
    }
}

@Suite struct `The pace of uploads` {
    private var pace = PicturePace()
    private var time = ContinuousClock.now

    private mutating func send(answeredAfter duration: Duration) {
        pace.begin(at: time)
        time += duration
        pace.takeAnswer(at: time)
    }

    private mutating func giveUp(after duration: Duration) -> Bool { pace.giveUp(at: time + duration) }

    @Test mutating func `a quick terminal gets larger parts, a slow one small ones`() {
        let first = pace.limit
        for _ in 0..<10 { send(answeredAfter: .milliseconds(2)) }
        #expect(pace.limit >= 16 * first)
        for _ in 0..<10 { send(answeredAfter: .milliseconds(200)) }
        #expect(pace.limit == first)
        #expect(pace.isSlow)
    }

    @Test mutating func `nothing is sent before the answer`() {
        pace.begin(at: time)
        #expect(pace.isWaiting)
        #expect(giveUp(after: .seconds(1)) == false)
        pace.takeAnswer(at: time + .seconds(2))
        #expect(!pace.isWaiting)
    }

    @Test mutating func `a terminal that answers nothing is asked no more and gets small parts`() {
        pace.begin(at: time)
        #expect(giveUp(after: PicturePace.longestWait))
        #expect(!pace.isWaiting && !pace.asks)
        pace.begin(at: time)
        #expect(giveUp(after: PicturePace.pause))
    }

    @Test mutating func `an answer that nobody awaits changes nothing`() {
        let before = pace.limit
        for _ in 0..<10 { pace.takeAnswer(at: time) }
        #expect(pace.limit == before && !pace.isWaiting)
    }
}
