/// A column of a row, by its position from 0 or by its name in the result. Literals of both are columns.
package enum Column: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case position(Int32)
    /// A name in the program's text, which costs nothing to pass on.
    case name(StaticString)

    package init(integerLiteral position: Int32) { self = .position(position) }

    package init(stringLiteral name: StaticString) { self = .name(name) }
}
