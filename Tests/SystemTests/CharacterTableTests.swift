import Testing

@testable import System

@Suite struct `Tables of characters` {
    @Test func `a section has its name, and lines of numbers in hexadecimal`() {
        var reader = CharacterTableReader(.idna)
        #expect(reader.nextSection() == "mappings")
        #expect(numbers(&reader) == [0, 0])
        #expect(numbers(&reader) == [0x41, 3, 0x20])
        #expect(reader.nextSection() == "classes")
        #expect(reader.nextSection() == "runs")
        #expect(reader.nextSection() == "compositions")
        #expect(numbers(&reader) == [0xE0, 0x61, 0x300])
        while reader.nextLine() {}
        #expect(reader.nextSection() == nil)
    }

    @Test func `numbers may follow the name, and be negative`() {
        var classes = CharacterTableReader(.lineBreaks)
        #expect(classes.nextSection() == "breakAfter")
        #expect(classes.nextNumber() == 0x1E)
        #expect(classes.nextNumber() == nil)
        var mappings = CharacterTableReader(.idna)
        _ = mappings.nextSection()
        var lines: [[Int]] = []
        while let line = numbers(&mappings) { lines.append(line) }
        #expect(lines.contains([0x3FD, 3, -0x82]))
    }

    @Test func `a range has two numbers, or one for a single character`() {
        var words = CharacterTableReader(.words)
        #expect(words.nextSection() == "letters")
        #expect(words.nextLine())
        #expect(words.nextRange() == 0xAA...0xAA)
        #expect(words.nextLine())
        #expect(words.nextRange() == 0xB2...0xB3)
    }

    @Test func `a byte that a table hasn't ends the program`() async {
        await #expect(processExitsWith: .failure) { _ = CharacterTable.words[CharacterTable.words.count] }
        await #expect(processExitsWith: .failure) { _ = CharacterTable.words[-1] }
    }

    private func numbers(_ reader: inout CharacterTableReader) -> [Int]? {
        guard reader.nextLine() else { return nil }
        var numbers: [Int] = []
        while let number = reader.nextNumber() { numbers.append(number) }
        return numbers
    }
}
