/// Which column of a row: by its position, from 0, or by its name in the answer. Literals of both are columns.
package enum Column: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case position(Int32)
    case name(String)

    package init(integerLiteral position: Int32) { self = .position(position) }

    package init(stringLiteral name: String) { self = .name(name) }
}
