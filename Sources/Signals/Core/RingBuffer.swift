/// A first-in, first-out queue with constant time at both ends.
struct RingBuffer<Element: Sendable>: Sendable {
    /// The storage. Its size is always a power of two, so that a mask wraps around.
    private var places: [Element?] = []
    private var front = 0

    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { isEmpty ? nil : places[front] }

    /// All elements, first to last.
    var elements: [Element] { (0..<count).compactMap { places[place($0)] } }

    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[place(count)] = element
        count += 1
    }

    /// Appends an element, and returns the first one if there are now more than `capacity`.
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

    /// The index in `places` of the element at this position.
    private func place(_ number: Int) -> Int { (front + number) & (places.count - 1) }

    private mutating func grow() {
        places = elements.map { $0 } + Array(repeating: nil, count: max(4, count))
        front = 0
    }
}
