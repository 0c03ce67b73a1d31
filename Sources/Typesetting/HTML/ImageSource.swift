import HTML

/// Where the picture of an `img` is: pages that load their pictures late put the address elsewhere.
enum ImageSource {
    static func of(_ attributes: borrowing TagStream, relativeTo base: LinkBase) -> String? {
        for late: Attribute in [.dataSrc, .dataLazySrc, .dataOriginal] {
            if let target = attributes.address(late).flatMap(base.target) { return target }
        }
        if let target = largest(attributes, in: [.dataSrcset, .dataLazySrcset], relativeTo: base) { return target }
        return attributes.address(.src).flatMap(base.target) ?? largest(attributes, in: [.srcset], relativeTo: base)
    }

    /// The largest picture that a `source` of a `picture` gives.
    static func ofSource(_ attributes: borrowing TagStream, relativeTo base: LinkBase) -> String? {
        largest(attributes, in: [.srcset, .dataSrcset, .dataLazySrcset], relativeTo: base)
    }

    private static func largest(
        _ attributes: borrowing TagStream, in sets: [Attribute], relativeTo base: LinkBase
    ) -> String? {
        for set in sets {
            if let candidate = attributes.address(set).flatMap(largest), let target = base.target(of: candidate) {
                return target
            }
        }
        return nil
    }

    /// Returns the URL with the largest width or density: `a.png 640w, b.png 1280w`.
    private static func largest(_ set: String) -> String? {
        var best: (address: Substring, size: Double)?
        var address: Substring?
        for word in set.split(whereSeparator: \.isWhitespace) {
            if address == nil {
                address = word
                guard word.hasSuffix(",") else { continue }
            }
            let size = Double(word.drop { $0 == "," }.prefix { $0.isNumber || $0 == "." }) ?? 1
            if let address, size > best?.size ?? 0 { best = (address, size) }
            address = nil
        }
        if best == nil, let address { best = (address, 1) }
        return best.map { $0.address.hasSuffix(",") ? String($0.address.dropLast()) : String($0.address) }
    }
}
