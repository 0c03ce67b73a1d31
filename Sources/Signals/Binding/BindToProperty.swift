extension Signal where Failure == Never {
    /// Sets the property to every value, until the result is disposed of or either of them comes to its end.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            if case .next(let value) = event { property?.value = value }
        }
    }
}

extension Signal where Value: Equatable, Failure == Never {
    /// Sets the property to every value that is not the property's already, until the result is disposed of or either of
    /// them comes to its end.
    ///
    /// So a circle of properties that are bound to each other comes to rest once each of them has the value that one was
    /// set to. Two threads that set different ones of them at once may send both values round for ever.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            guard case .next(let value) = event, let property, property.value != value else { return }
            property.value = value
        }
    }
}
