/// The numbers of the names that every document starts with.
enum Names {
    /// Tags by their raw values, then pairs of an SVG name in lower case and in SVG's spelling.
    static let elements = NameTable(
        Tag.allCases.map(\.name) + svgElements.flatMap { [$0.lowercased(), $0] } + ["foreignobject"])

    /// The attributes that lede uses by their raw values, then pairs of a name in HTML and in SVG or MathML.
    static let attributes = NameTable(
        Attribute.allCases.map(\.spelling) + foreignAttributes.flatMap { [$0.html, $0.foreign] })

    static func tag(of element: UInt32) -> Tag {
        element < UInt32(Tag.unknown.rawValue)
            ? Tag(rawValue: UInt8(truncatingIfNeeded: element)) ?? .unknown : .unknown
    }

    /// The SVG spelling of an element that HTML reads in lower case.
    static func inSVG(_ element: UInt32) -> UInt32 {
        partner(of: element, from: firstSVGElement, pairs: svgElements.count)
    }

    /// The lower-case name of an element that SVG spells differently.
    static func inHTML(_ element: UInt32) -> UInt32 {
        if element == UInt32(Tag.foreignObject.rawValue) { return foreignObject }
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

    private static let firstSVGElement = UInt32(Tag.allCases.count)
    /// The tokenizer's name for SVG's `foreignObject`.
    static let foreignObject = elements.known(Array("foreignobject".utf8)) ?? 0

    private static func partner(of name: UInt32, from first: UInt32, pairs: Int) -> UInt32 {
        if name == foreignObject { return UInt32(Tag.foreignObject.rawValue) }
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
