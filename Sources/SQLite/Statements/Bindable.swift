package import FoundationEssentials

/// What a statement's parameter can hold.
package protocol Bindable: Sendable {
    var sqliteValue: Value { get }

    /// Binds this to the next parameter, or to as many as it stands for.
    func bind(to parameters: inout Parameters)
}

extension Bindable {
    package func bind(to parameters: inout Parameters) { parameters.bind(sqliteValue) }
}

extension Value: Bindable {
    package var sqliteValue: Value { self }
}

extension Int: Bindable {
    package var sqliteValue: Value { .integer(Int64(self)) }
}

extension Int64: Bindable {
    package var sqliteValue: Value { .integer(self) }
}

extension Double: Bindable {
    package var sqliteValue: Value { .real(self) }
}

extension Bool: Bindable {
    package var sqliteValue: Value { .integer(self ? 1 : 0) }
}

extension String: Bindable {
    package var sqliteValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    package var sqliteValue: Value { .blob(self) }
}

/// Dates are stored as whole milliseconds since 1970: exact to compare, small in the file.
extension Date: Bindable {
    package var sqliteValue: Value {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    package var sqliteValue: Value { self?.sqliteValue ?? .null }
}
