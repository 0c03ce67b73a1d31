/// What can be bound to a statement's parameter.
package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A Swift type that a statement's parameter can hold.
package protocol Bindable: Sendable {
    var sqliteValue: Value { get }
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

extension Optional: Bindable where Wrapped: Bindable {
    package var sqliteValue: Value { self?.sqliteValue ?? .null }
}
