import Testing

@testable import Terminal

@Suite struct `An ASCII terminal` {
    private func shown(_ text: String) -> String {
        Repertoire.ascii.showing(text) {
            $0.value >= 0x3000 ? 2 : $0.properties.canonicalCombiningClass == .notReordered ? 1 : 0
        }
    }

    @Test(arguments: [
        ("Füße für Zoë, naïve", "Fuse fur Zoe, naive"), ("Łódź, Ångström, øre", "Lodz, Angstrom, ore"),
        ("Ærø", "Aro"), ("E = mc², H₂O", "E = mc2, H2O"), ("u\u{308}ber", "uber"), ("“a” – b…", "\"a\" - b~")
    ])
    func `ASCII terminals show letters without marks, plain digits and similar signs`(
        text: String, shown: String
    ) {
        #expect(self.shown(text) == shown)
    }

    @Test func `ASCII terminals show a question mark for each cell of other characters`() {
        #expect(shown("漢字") == "????")
        #expect(shown("жук") == "???")
        #expect(shown("½") == "?")
    }

    @Test func `terminals with letters show them unchanged`() {
        #expect(Repertoire.letters.showing("Füße ● ²", width: { _ in 1 }) == "Füße * ²")
    }
}
