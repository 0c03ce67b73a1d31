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
