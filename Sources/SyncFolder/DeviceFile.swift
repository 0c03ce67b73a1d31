/// A file with lines of a device, by its name. Names of other programs' copies begin in the same way.
package struct DeviceFile: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case about
        case state(Int)
        case lines(Int)
    }

    package let name: String
    package let kind: Kind

    /// Nil for names of other files.
    package init?(name: String) {
        guard !name.hasPrefix("."), name.hasSuffix(".jsonl"), name.utf8.count <= 255 else { return nil }
        if name.hasPrefix("about") {
            kind = .about
        } else if name.hasPrefix("state-"), let number = Self.number(name.dropFirst(6)) {
            kind = .state(number)
        } else if let number = Self.number(name[...]) {
            kind = .lines(number)
        } else {
            return nil
        }
        self.name = name
    }

    package init(_ kind: Kind) {
        self.kind = kind
        name = Self.name(of: kind)
    }

    /// The name that its owner gave it, which a copy doesn't have.
    package var ownName: String { Self.name(of: kind) }

    private static func name(of kind: Kind) -> String {
        switch kind {
        case .about: "about.jsonl"
        case .state(let number): "state-\(digits(number)).jsonl"
        case .lines(let number): "\(digits(number)).jsonl"
        }
    }

    private static func digits(_ number: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }

    /// The number of six to nine digits that a text begins with.
    private static func number(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return (6...9).contains(digits.count) ? Int(digits) : nil
    }

    /// The greatest number. No device has written so much.
    package static let greatest = 999_999_999
}

extension DeviceFile: Comparable {
    /// A state comes before the lines that follow it.
    package static func < (one: DeviceFile, other: DeviceFile) -> Bool {
        one.order == other.order ? one.name < other.name : one.order < other.order
    }

    private var order: (Int, Int) {
        switch kind {
        case .about: (-1, 0)
        case .state(let number): (number, 1)
        case .lines(let number): (number, 0)
        }
    }
}
