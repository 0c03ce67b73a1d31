/// Where the picture of an `img` is: pages that load their pictures late put the address elsewhere.
enum ImageSource {
    static func of(_ attributes: HTMLAttributes, relativeTo base: LinkBase) -> String? {
        for late: HTMLAttribute in [.dataSrc, .dataLazySrc, .dataOriginal] {
            if let target = attributes.address(late).flatMap(base.target) { return target }
        }
        if let target = attributes.address(.src).flatMap(base.target) { return target }
        return largest(attributes, relativeTo: base)
    }

    /// The largest of the pictures in a `srcset`.
    static func largest(_ attributes: HTMLAttributes, relativeTo base: LinkBase) -> String? {
        for set: HTMLAttribute in [.srcset, .dataSrcset, .dataLazySrcset] {
            if let candidate = attributes.address(set).flatMap(largest), let target = base.target(of: candidate) {
                return target
            }
        }
        return nil
    }

    /// The address with the greatest width or density behind it: `a.png 640w, b.png 1280w`.
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
