import System

/// Gives every name of a document a number.
///
/// The seed of the hash differs in each process, so that no document can contain names that collide on purpose.
struct HTMLNameTable: Sendable {
    private var bytes: [UInt8] = []
    /// The position in `bytes` at which each name ends.
    private var ends: [UInt32] = []
    /// The first eight bytes of each name, which decide most comparisons.
    private var heads: [UInt64] = []
    /// A hash table of the names' numbers plus one; zero marks a free slot.
    private var slots: [UInt32]
    /// The maximum number of names. Further ones get no number of their own.
    var mostNames = Int.max

    /// The number of all names beyond the maximum.
    static let noNumber = UInt32.max

    init(_ names: [String]) {
        slots = [UInt32](repeating: 0, count: 1024)
        for name in names { _ = number(of: Array(name.utf8)) }
    }

    var count: Int { ends.count }

    subscript(number: UInt32) -> ArraySlice<UInt8> {
        let index = Int(number)
        return bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// The number of a name in the source, read in lower case.
    @inline(__always)
    mutating func number(of range: Range<Int>, in source: SourceBytes) -> UInt32 {
        let length = range.count
        guard length <= 8 else { return longNumber(of: range, in: source) }
        let mask: UInt64 = length == 8 ? .max : 1 << UInt64(8 * length) &- 1
        let head = (source.word(at: range.lowerBound) & mask).lowercasedBytes
        var slot = Int(truncatingIfNeeded: Self.hash(length, CollectionOfOne(head))) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if heads[Int(number)] == head, self.length(of: number) == length { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        return add((0..<length).map { UInt8(truncatingIfNeeded: head >> UInt64(8 * $0)) })
    }

    private mutating func longNumber(of range: Range<Int>, in source: SourceBytes) -> UInt32 {
        let name = source.part(range)
        let starts = stride(from: range.lowerBound, to: range.upperBound, by: 8)
        let words = starts.lazy.map { start in
            let length = range.upperBound - start
            let mask: UInt64 = length >= 8 ? .max : 1 << UInt64(8 * length) &- 1
            return (source.word(at: start) & mask).lowercasedBytes
        }
        let head = source.word(at: range.lowerBound).lowercasedBytes
        var slot = Int(truncatingIfNeeded: Self.hash(range.count, words)) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if heads[Int(number)] == head, length(of: number) == range.count,
                self[number].elementsEqual(name, by: { $0 == $1.lowercased })
            {
                return number
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return add(name.map { $0.lowercased })
    }

    /// The number of a name in exactly this spelling.
    mutating func number(of name: [UInt8]) -> UInt32 { known(name) ?? add(name) }

    /// The number of a name that is already in the table.
    func known(_ name: [UInt8]) -> UInt32? {
        let words = Self.words(of: name)
        var slot = Int(truncatingIfNeeded: Self.hash(name.count, words)) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if heads[Int(number)] == words.first ?? 0, length(of: number) == name.count,
                name.count <= 8 || self[number].elementsEqual(name)
            {
                return number
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func add(_ name: [UInt8]) -> UInt32 {
        guard ends.count < mostNames else { return Self.noNumber }
        if 2 * ends.count >= slots.count { grow() }
        let words = Self.words(of: name)
        bytes += name
        ends.append(UInt32(bytes.count))
        heads.append(words.first ?? 0)
        let number = UInt32(ends.count - 1)
        place(number, hash: Self.hash(name.count, words))
        return number
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 2 * slots.count)
        for number in 0..<UInt32(ends.count) {
            let name = Array(self[number])
            place(number, hash: Self.hash(name.count, Self.words(of: name)))
        }
    }

    private mutating func place(_ number: UInt32, hash: UInt64) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = number + 1
    }

    private func length(of number: UInt32) -> Int {
        let index = Int(number)
        return Int(ends[index]) - (index == 0 ? 0 : Int(ends[index - 1]))
    }

    private static func words(of name: [UInt8]) -> [UInt64] {
        stride(from: 0, to: name.count, by: 8).map { start in
            name[start..<min(start + 8, name.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    @inline(__always)
    private static func hash(_ length: Int, _ words: some Sequence<UInt64>) -> UInt64 {
        var hash = seed.0 ^ UInt64(length)
        for word in words { hash = mixed(hash ^ word) }
        return hash
    }

    @inline(__always)
    private static func mixed(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: seed.1)
        return product.high ^ product.low
    }

    private static let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)
}

/// The numbers of the names that every document starts with.
enum Names {
    /// Tags by their raw values, then pairs of an SVG name in lower case and in SVG's spelling.
    static let elements = HTMLNameTable(
        HTMLTag.allCases.map(\.name) + svgElements.flatMap { [$0.lowercased(), $0] } + ["foreignobject"])

    /// The attributes that lede uses by their raw values, then pairs of a name in HTML and in SVG or MathML.
    static let attributes = HTMLNameTable(
        Attribute.allCases.map(\.spelling) + foreignAttributes.flatMap { [$0.html, $0.foreign] })

    static func tag(of element: UInt32) -> HTMLTag {
        element < UInt32(HTMLTag.unknown.rawValue)
            ? HTMLTag(rawValue: UInt8(truncatingIfNeeded: element)) ?? .unknown : .unknown
    }

    /// The SVG spelling of an element that HTML reads in lower case.
    static func inSVG(_ element: UInt32) -> UInt32 {
        partner(of: element, from: firstSVGElement, pairs: svgElements.count)
    }

    /// The lower-case name of an element that SVG spells differently.
    static func inHTML(_ element: UInt32) -> UInt32 {
        if element == UInt32(HTMLTag.foreignObject.rawValue) { return foreignObject }
        let offset = Int(element) - Int(firstSVGElement)
        return (0..<2 * svgElements.count) ~= offset && offset % 2 == 1 ? element - 1 : element
    }

    /// The spelling of an attribute in SVG or MathML.
    static func inForeign(_ attribute: UInt32, _ namespace: Namespace) -> UInt32 {
        let offset = Int(attribute) - Attribute.allCases.count
        guard (0..<2 * foreignAttributes.count) ~= offset, offset % 2 == 0 else { return attribute }
        let only = foreignAttributes[offset / 2].only
        return only == nil || only == namespace ? attribute + 1 : attribute
    }

    private static let firstSVGElement = UInt32(HTMLTag.allCases.count)
    /// The tokenizer's name for SVG's `foreignObject`.
    static let foreignObject = elements.known(Array("foreignobject".utf8)) ?? 0

    private static func partner(of name: UInt32, from first: UInt32, pairs: Int) -> UInt32 {
        if name == foreignObject { return UInt32(HTMLTag.foreignObject.rawValue) }
        let offset = Int(name) - Int(first)
        return (0..<2 * pairs) ~= offset && offset % 2 == 0 ? name + 1 : name
    }

    private static let svgElements = [
        "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath",
        "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
        "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
        "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
        "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "glyphRef", "linearGradient", "radialGradient",
        "textPath"
    ]

    /// A space marks the end of a prefix. No attribute of a document can have it in its name.
    private static let foreignAttributes: [(html: String, foreign: String, only: Namespace?)] =
        [
            "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
            "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
            "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
            "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits",
            "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX",
            "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
            "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
            "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale",
            "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget",
            "xChannelSelector", "yChannelSelector", "zoomAndPan"
        ].map { ($0.lowercased(), $0, .svg) }
        + [("definitionurl", "definitionURL", .mathML)]
        + [
            "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
            "xml:lang", "xml:space", "xmlns:xlink"
        ].map { ($0, $0.replacing(":", with: " "), nil) }
        + [("xmlns", "xmlns xmlns", nil)]
}
