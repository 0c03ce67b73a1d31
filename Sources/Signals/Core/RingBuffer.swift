/// A line that elements join at the end and leave at the front, both in constant time.
struct RingBuffer<Element: Sendable>: Sendable {
    /// Always a power of two of them, so that a mask wraps around.
    private var places: [Element?] = []
    private var front = 0

    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { isEmpty ? nil : places[front] }

    /// Everything in line, the first first.
    var elements: [Element] { (0..<count).compactMap { places[place($0)] } }

    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[place(count)] = element
        count += 1
    }

    /// Appends an element and takes out the one that there is no room for, where so many are kept.
    mutating func append(_ element: Element, keeping capacity: Int) -> Element? {
        append(element)
        return count > capacity ? popFirst() : nil
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            front = place(1)
            count -= 1
        }
        return places[front].take()
    }

    /// Where the one stands who has so many before it.
    private func place(_ number: Int) -> Int { (front + number) & (places.count - 1) }

    private mutating func grow() {
        places = elements.map { $0 } + Array(repeating: nil, count: max(4, count))
        front = 0
    }
}
