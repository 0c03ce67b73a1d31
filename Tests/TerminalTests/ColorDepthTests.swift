import Testing

@testable import Terminal

@Suite struct `Terminal colours` {
    private let orange = TerminalColor.rgb(red: 0xFF, green: 0x87, blue: 0)

    @Test func `a colour is written as six hexadecimal digits`() {
        #expect(TerminalColor(hex: "#ff8700") == orange)
        for text in ["ff8700", "#ff870", "#ff87000", "#gg8700", "#+f8700", ""] {
            #expect(TerminalColor(hex: text) == nil, "\(text)")
        }
    }

    @Test func `a colour is shown as the nearest one that the terminal has`() {
        #expect(ColorDepth.palette(256).shown(orange) == 208)
        #expect(ColorDepth.palette(256).shown(.rgb(red: 128, green: 128, blue: 128)) == 244)
        #expect(ColorDepth.palette(16).shown(.rgb(red: 250, green: 10, blue: 0)) == 9)
        #expect(ColorDepth.palette(8).shown(252) == 7)
        #expect(ColorDepth.palette(8).shown(9) == 1)
        #expect(ColorDepth.none.shown(orange) == nil)
    }

    @Test func `a colour that the terminal has is shown as it is`() {
        #expect(ColorDepth.palette(256).shown(9) == 9)
        #expect(ColorDepth.paletteAndRGB.shown(orange) == orange)
        #expect(ColorDepth.rgb.shown(orange) == orange)
        // Such a terminal has eight of the palette's colours.
        #expect(ColorDepth.rgb.shown(7) == 7)
        #expect(ColorDepth.rgb.shown(208) == orange)
    }
}
