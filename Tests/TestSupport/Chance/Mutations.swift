/// Copies of a text with a few bytes changed, left out or added. They are the same on every run, and few: “make fuzz” tries
/// millions.
package func mutations(of seed: [UInt8], count: Int = 100, adding marks: String = "\"\\`#; \n") -> [[UInt8]] {
    var chance = SplitMix(state: 8)
    return (0..<count).map { _ in
        var bytes = seed
        for _ in 0..<Int.random(in: 1...8, using: &chance) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0...3, using: &chance) {
            case 0: bytes[place] = .random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(marks.utf8.randomElement(using: &chance) ?? 0, at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            }
        }
        return bytes
    }
}
