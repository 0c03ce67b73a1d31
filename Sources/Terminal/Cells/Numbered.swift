/// Values with small numbers that stand for them, two bytes each. The first value has the number 0, which also stands
/// for values beyond the last number.
nonisolated struct Numbered<Value: Hashable> {
    private(set) var values: [Value]
    private var numbers: [Value: UInt16]
    /// Most calls ask for the same value again.
    private var last: (value: Value, number: UInt16)

    init(first: Value) {
        values = [first]
        numbers = [first: 0]
        last = (first, 0)
    }

    subscript(number: UInt16) -> Value { values[Int(number)] }

    mutating func number(of value: Value) -> UInt16 {
        if value == last.value { return last.number }
        let number = numbers[value] ?? add(value)
        last = (value, number)
        return number
    }

    private mutating func add(_ value: Value) -> UInt16 {
        guard let number = UInt16(exactly: values.count) else { return 0 }
        values.append(value)
        numbers[value] = number
        return number
    }
}
