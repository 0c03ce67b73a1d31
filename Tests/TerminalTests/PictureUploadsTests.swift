import Testing

@testable import Terminal

@Suite struct `Pictures of kitty` {
    private let picture = KittyPicture(number: 0x0B01_0203)

    private func upload(compressed: [UInt8], hasOpacity: Bool, through tmux: Bool) -> String {
        var upload = KittyUpload(
            UploadedPixels(compressed: compressed, width: 64, height: 48, hasOpacity: hasOpacity), as: picture,
            columns: 8, rows: 3, through: tmux)
        var text = ""
        while let piece = upload.next() { text += piece }
        return text
    }

    @Test func `pixels are uploaded in one piece without an answer`() {
        let upload = upload(
            compressed: [1, 2, 3], hasOpacity: false, through: false)
        #expect(
            upload == "\u{1B}_Ga=T,U=1,q=2,i=184615427,c=8,r=3,f=24,s=64,v=48,o=z,m=0;AQID\u{1B}\\")
    }

    @Test func `many pixels are uploaded in pieces of 4096 bytes`() {
        let bytes = [UInt8](repeating: 0, count: 3072 * 2 + 3)
        let upload = upload(
            compressed: bytes, hasOpacity: true, through: false)
        let piece = String(repeating: "A", count: 4096)
        #expect(
            upload == "\u{1B}_Ga=T,U=1,q=2,i=184615427,c=8,r=3,f=32,s=64,v=48,o=z,m=1;\(piece)\u{1B}\\"
                + "\u{1B}_Gq=2,m=1;\(piece)\u{1B}\\\u{1B}_Gq=2,m=0;AAAA\u{1B}\\")
    }

    @Test func `tmux gets each piece with its escapes doubled`() {
        let bytes = [UInt8](repeating: 0, count: 3072 + 3)
        let upload = upload(
            compressed: bytes, hasOpacity: false, through: true)
        let piece = String(repeating: "A", count: 4096)
        #expect(
            upload == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,q=2,i=184615427,c=8,r=3,f=24,s=64,v=48,o=z,m=1;\(piece)"
                + "\u{1B}\u{1B}\\\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}_Gq=2,m=0;AAAA\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test func `a picture is forgotten by its number`() {
        #expect(picture.deletion(through: false) == "\u{1B}_Ga=d,d=I,i=184615427,q=2\u{1B}\\")
        #expect(
            picture.deletion(through: true)
                == "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=184615427,q=2\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test func `a cell says with all three marks which part it shows`() {
        #expect(picture.cell(row: 0, column: 1) == "\u{10EEEE}\u{0305}\u{030D}\u{034C}")
        #expect(picture.cell(row: 296, column: 2) == "\u{10EEEE}\u{1D244}\u{030E}\u{034C}")
        #expect(picture.cell(row: 297, column: 0) == nil)
        #expect(picture.cell(row: 0, column: -1) == nil)
        #expect(KittyPicture.longestSide == 297)
    }

    @Test func `marks are combining characters above, each another one`() {
        let marks = (0..<297).compactMap(PlaceholderMark.mark)
        #expect(Set(marks).count == 297)
        #expect(marks.allSatisfy { $0.properties.canonicalCombiningClass.rawValue == 230 })
        #expect(marks == marks.sorted())
    }

    @Test func `the colour of a cell says the rest of the number`() {
        #expect(picture.color == .rgb(red: 1, green: 2, blue: 3))
        #expect(KittyPicture(number: 0x0B00_00FE).color == .palette(254))
        var numbers = KittyPictureNumbers(usesPalette: false, random: 7)
        #expect(numbers.next().number == 0x0701_0000)
        #expect(numbers.next().color == .rgb(red: 1, green: 0, blue: 1))
    }

    @Test func `with 256 colours the number is that of a colour which users don't change`() {
        var numbers = KittyPictureNumbers(usesPalette: true, random: 200)
        let pictures = (0..<240).map { _ in numbers.next() }
        #expect(pictures.map(\.color) == (16...255).map { .palette($0) })
        #expect(pictures.allSatisfy { $0.number >> 24 == 200 })
        #expect(numbers.next() == pictures[0])
    }

    @Test func `iTerm2 gets a file for some cells`() {
        #expect(
            ITermPicture.sequence(png: [1, 2, 3], columns: 8, rows: 3)
                == "\u{1B}]1337;File=inline=1;size=3;width=8;height=3;preserveAspectRatio=0;doNotMoveCursor=1:AQID\u{7}"
        )
    }
}

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
