/// A value that its owner sets, and everybody may read and follow: `$name` is the property that follows `name`.
///
/// If the setter is private, only the owner can write it.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private let property: MutableProperty<Value>

    public init(wrappedValue: Value) { property = MutableProperty(wrappedValue) }

    public var wrappedValue: Value {
        get { property.value }
        nonmutating set { property.value = newValue }
    }

    public var projectedValue: Property<Value> { Property(property) }
}
