import Testing

@testable import Terminal

@Suite struct `A terminal that has only ASCII` {
    private func shown(_ text: String) -> String {
        Repertoire.ascii.showing(text) {
            $0.value >= 0x3000 ? 2 : $0.properties.canonicalCombiningClass == .notReordered ? 1 : 0
        }
    }

    @Test(arguments: [
        ("Füße für Zoë, naïve", "Fuse fur Zoe, naive"), ("Łódź, Ångström, øre", "Lodz, Angstrom, ore"),
        ("Ærø", "Aro"), ("E = mc², H₂O", "E = mc2, H2O"), ("u\u{308}ber", "uber"), ("“a” – b…", "\"a\" - b~")
    ])
    func `shows letters without their marks, numbers on the line, and signs of type as what is like them`(
        text: String, shown: String
    ) {
        #expect(self.shown(text) == shown)
    }

    @Test func `shows a question mark for what is like nothing there, in as many cells`() {
        #expect(shown("漢字") == "????")
        #expect(shown("жук") == "???")
        #expect(shown("½") == "?")
    }

    @Test func `has nothing to do with a terminal that has letters`() {
        #expect(Repertoire.letters.showing("Füße ● ²", width: { _ in 1 }) == "Füße * ²")
    }
}
