import Terminal

/// What must hold for all bytes that a terminal sends.
@MainActor package enum InputPromises {
    /// The broken promises for the bytes, in words. The first byte says in which pieces they come, and with what pauses. A
    /// crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let pace = Int(bytes.first ?? 0)
        let size = pace % 16 == 0 ? max(1, bytes.count) : pace % 16
        var decoder = InputDecoder()
        var time = ContinuousClock.now
        if pace & 0x10 != 0 { decoder.expectReports(from: time) }
        var input: [TerminalInput] = []
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            input += decoder.decode(Array(rest.prefix(size)), at: time)
            rest = rest.dropFirst(size)
            time += .milliseconds(pace >> 5 * 40)
            if decoder.mayBeEscape, decoder.patience(at: time) == nil { input += decoder.resolveEscape(at: time) }
        }
        var broken = input.flatMap(self.broken)
        time += .seconds(11)
        if decoder.decode([UInt8(ascii: "j")], at: time).last != .key(.character("j")) {
            broken.append("whatever came, a key is a key again after a while")
        }
        return broken
    }

    private static func broken(by input: TerminalInput) -> [String] {
        switch input {
        case .key(.alt(let key)): broken(by: .key(key))
        case .key(.character(let character)):
            character.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
                ? ["a character is no control"] : []
        case .key(.paste(let text)): text.utf8.count > 1 << 18 ? ["a paste has an end"] : []
        case .mouse(let event): event.row < 0 || event.column < 0 ? ["the mouse is on the screen"] : []
        case .key, .background, .pictures: []
        }
    }
}
