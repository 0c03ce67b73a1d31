import Testing

@testable import Terminal

@Suite struct `Names of keys` {
    @Test(
        arguments: [
            (0x0D, Key.enter), (0x0A, .enter), (0x1B, .escape), (0x7F, .backspace), (0x08, .backspace), (0x09, .tab),
            (0x03, .control("c")), (0x1A, .control("z")), (0x20, .character(" ")), (0x65E5, .character("日"))
        ] as [(UInt32, Key)])
    func `a key is made from the character that it sends`(character: UInt32, key: Key) {
        #expect(Key(character: character) == key)
    }

    @Test(arguments: [0, 0x1C, 0x1F, 0xD800, 0x110000, .max] as [UInt32])
    func `an invalid character makes no key`(character: UInt32) {
        #expect(Key(character: character) == nil)
    }

    @Test func `a key has a name for the help`() {
        #expect(
            [Key.character("j"), .control("l"), .enter, .character(" "), .up].map(\.name) == [
                "j", "Ctrl-L", "Enter", "Space", "↑"
            ])
    }
}
