/// Values for several parameters in a row, if their number is known only at run time: `IN (?, ?, ?)`.
package struct Each<Element: Bindable>: Bindable {
    private let values: [Element]

    package init(_ values: [Element]) {
        self.values = values
    }

    package var sqliteValue: Value { preconditionFailure("several values can't be the value of one parameter") }

    package func bind(to parameters: inout Parameters) {
        for value in values { parameters.bind(value.sqliteValue) }
    }
}
