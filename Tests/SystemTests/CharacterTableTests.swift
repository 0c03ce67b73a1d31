import Testing

@testable import System

@Suite struct `Tables of characters` {
    @Test func `a section has a name, and lines of numbers in hexadecimal`() {
        let sections = sections(of: .idna)
        #expect(sections.map(\.name) == ["mappings", "classes", "runs", "compositions"])
        #expect(sections.first?.lines.prefix(2) == [[0, 0], [0x41, 3, 0x20]])
        #expect(sections.last?.lines.first == [0xE0, 0x61, 0x300])
    }

    @Test func `a number may be negative`() {
        #expect(sections(of: .idna).first?.lines.contains([0x3FD, 3, -0x82]) == true)
    }

    @Test func `numbers may follow a name`() {
        var reader = CharacterTableReader(.lineBreaks)
        let (name, number, end) = (reader.nextSection(), reader.nextNumber(), reader.nextNumber())
        #expect(name == "breakAfter")
        #expect(number == 0x1E)
        #expect(end == nil)
    }

    @Test func `a range has two numbers, or one for a single character`() {
        var reader = CharacterTableReader(.words)
        _ = reader.nextSection()
        var ranges: [ClosedRange<Int>] = []
        while reader.nextLine(), let range = reader.nextRange() { ranges.append(range) }
        #expect(ranges.prefix(2) == [0xAA...0xAA, 0xB2...0xB3])
    }

    @Test func `a byte that a table hasn't ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = CharacterTable.words[CharacterTable.words.count] }
        await #expect(processExitsWith: .failure) { _ = CharacterTable.words[-1] }
    }

    private func sections(of table: CharacterTable) -> [(name: String, lines: [[Int]])] {
        var reader = CharacterTableReader(table)
        var sections: [(name: String, lines: [[Int]])] = []
        while let name = reader.nextSection() {
            var lines: [[Int]] = []
            while reader.nextLine() {
                var numbers: [Int] = []
                while let number = reader.nextNumber() { numbers.append(number) }
                lines.append(numbers)
            }
            sections.append((name, lines))
        }
        return sections
    }
}
