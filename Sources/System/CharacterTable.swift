public import CCharacterTables

/// A file of Data, which the binary holds as it stands: nothing reads or copies it at the start.
///
/// It is public because only so the lookups of cells are inlined into other modules.
public struct CharacterTable {
    /// What each code point does in a row of cells: lines of 64 characters to be looked up in.
    @inlinable public static var cellTraits: CharacterTable { CharacterTable(lede_cell_traits) }
    /// International host names.
    @inlinable public static var idna: CharacterTable { CharacterTable(lede_idna) }
    /// The classes of UAX #14.
    @inlinable public static var lineBreaks: CharacterTable { CharacterTable(lede_line_breaks) }
    /// The names that HTML has for characters: a line for each in byte order, with the code points in hexadecimal. An
    /// exclamation mark follows the old names, which need no semicolon.
    @inlinable public static var namedCharacters: CharacterTable { CharacterTable(lede_named_characters) }
    /// What the search takes for words, and as what it indexes them.
    @inlinable public static var words: CharacterTable { CharacterTable(lede_words) }

    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

    @inlinable
    init(_ table: lede_table) { bytes = UnsafeBufferPointer(start: table.bytes, count: table.count) }

    @inlinable public var count: Int { bytes.count }

    /// A byte of the file. A document may decide which, so this looks in release builds, too, whether there is one.
    @inlinable
    @inline(__always)
    public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < bytes.count, "the table has no such byte")
        return bytes[index]
    }
}

/// Reads a table of sections: each is a line with a name, and below it lines of numbers in hexadecimal. Lines that begin
/// with “#” are for people.
package struct CharacterTableReader {
    private let table: CharacterTable
    private var line = 0..<0
    private var nextLineStart = 0

    package init(_ table: CharacterTable) { self.table = table }

    /// Goes to the next section and returns its name; nil after the last one. Numbers may follow on its line.
    package mutating func nextSection() -> String? {
        while nextLine() {}
        guard nextLineStart < table.count else { return nil }
        advance()
        var name = ""
        while let byte = line.first.map({ table[$0] }), byte != UInt8(ascii: " ") {
            name.unicodeScalars.append(Unicode.Scalar(byte))
            line.removeFirst()
        }
        return name
    }

    /// Goes to the next line; returns false at the end of the section.
    package mutating func nextLine() -> Bool {
        while nextLineStart < table.count, table[nextLineStart] == UInt8(ascii: "#") { advance() }
        guard nextLineStart < table.count, table[nextLineStart] < UInt8(ascii: "a") else { return false }
        advance()
        return true
    }

    /// The next number of the line.
    package mutating func nextNumber() -> Int? {
        var isNegative = false
        var number: Int?
        while let place = line.popFirst() {
            let byte = table[place]
            if byte == UInt8(ascii: "-") {
                isNegative = true
            } else if byte != UInt8(ascii: " ") {
                let digit = byte < UInt8(ascii: "A") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "A") + 10
                number = (number ?? 0) << 4 | Int(digit)
            } else if number != nil {
                break
            }
        }
        return number.map { isNegative ? -$0 : $0 }
    }

    /// The first and last code point of the line's range.
    package mutating func nextRange() -> ClosedRange<Int>? {
        guard let first = nextNumber() else { return nil }
        return first...(nextNumber() ?? first)
    }

    private mutating func advance() {
        var end = nextLineStart
        while end < table.count, table[end] != UInt8(ascii: "\n") { end += 1 }
        line = nextLineStart..<end
        nextLineStart = end + 1
    }
}
