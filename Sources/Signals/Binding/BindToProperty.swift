extension Signal where Failure == Never {
    /// Sets the property to every value, until the result is disposed of or the signal or the property ends.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            if case .next(let value) = event { property?.value = value }
        }
    }
}

extension Signal where Value: Equatable, Failure == Never {
    /// Sets the property to every value that it doesn't already have, until the result is disposed of or the signal or
    /// the property ends.
    ///
    /// So a circle of bound properties comes to rest once each has the value that one of them was set to. Two threads
    /// that set two of them at once may send both values round for ever.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            guard case .next(let value) = event, let property, property.value != value else { return }
            property.value = value
        }
    }
}
