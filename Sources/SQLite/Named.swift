/// A value for the parameter of this name: `Named("feed", 3)` for `:feed`.
package struct Named<Wrapped: Bindable>: Bindable {
    private let name: String
    private let value: Wrapped

    package init(_ name: String, _ value: Wrapped) {
        self.name = name
        self.value = value
    }

    package var sqliteValue: Value { value.sqliteValue }

    package func bind(to parameters: inout Parameters) { parameters.bind(sqliteValue, named: name) }
}
