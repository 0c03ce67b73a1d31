import CLibXML2

/// The attributes of an element as libxml2 reports them, with five pointers each: local name, prefix, URI, start and
/// end of the value. They are valid only during its callback.
struct XMLAttributes {
    private let pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    private let count: Int

    init(_ first: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        pointers = first
        self.count = count
    }

    /// Returns the value of an attribute without a namespace.
    subscript(name: String) -> String? { value(of: name, in: nil) }

    func value(of name: String, in namespace: String?) -> String? {
        guard let pointers else { return nil }
        for index in 0..<count {
            let attribute = pointers + 5 * index
            guard let local = attribute[0], String(cString: local) == name,
                attribute[2].map({ String(cString: $0) }) == namespace, let start = attribute[3],
                let end = attribute[4]
            else { continue }
            return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        }
        return nil
    }
}
