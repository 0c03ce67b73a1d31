/// Which column of a row: by its position, from 0, or by its name in the answer. Literals of both are columns.
package enum Column: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case position(Int32)
    /// Of what is written in the program, which costs nothing to hand on.
    case name(StaticString)

    package init(integerLiteral position: Int32) { self = .position(position) }

    package init(stringLiteral name: StaticString) { self = .name(name) }
}
