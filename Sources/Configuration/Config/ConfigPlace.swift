/// A position in a configuration file. Lines and columns begin at 1.
package struct ConfigPlace: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let column: Int

    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

extension ConfigPlace: CustomStringConvertible {
    package var description: String { "\(path):\(line):\(column)" }
}
