/// The attributes of one element while it is open.
struct Attributes {
    fileprivate let entries: UnsafeBufferPointer<AttributeStore.Entry>
    fileprivate let bytes: Bytes

    subscript(name: StaticString) -> Bytes? {
        for entry in entries where bytes.part(entry.name) == name { return bytes.part(entry.value) }
        return nil
    }
}

/// Copies of the open elements' attributes, since libxml2 keeps them only during its callback.
struct AttributeStore: ~Copyable {
    fileprivate struct Entry {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// A position in the store, for removing later additions.
    struct Mark {
        fileprivate var entries = 0
        fileprivate var bytes = 0
    }

    private let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: Limits.attributes)
    private var count = 0
    private var buffer = ByteBuffer(capacity: 256)

    deinit { entries.deallocate() }

    var mark: Mark { Mark(entries: count, bytes: buffer.count) }

    /// Returns the attributes added since the mark, valid until the next addition.
    func attributes(since mark: Mark) -> Attributes {
        Attributes(entries: UnsafeBufferPointer(rebasing: entries[mark.entries..<count]), bytes: buffer.bytes)
    }

    mutating func goBack(to mark: Mark) {
        count = mark.entries
        buffer.truncate(to: mark.bytes)
    }

    /// Copies an attribute with decoded references, with its namespace's usual prefix. There is room for all that
    /// people write; the rest is left out.
    mutating func add(prefix: String?, _ attribute: SAXAttribute, _ entities: borrowing Entities) {
        guard count < entries.count else { return }
        let nameStart = buffer.count
        if let prefix {
            buffer.append(prefix)
            buffer.append(UInt8(ascii: ":"))
        }
        buffer.append(attribute.local)
        let valueStart = buffer.count
        entities.append(attribute.value, to: &buffer)
        entries.initializeElement(at: count, to: Entry(name: nameStart..<valueStart, value: valueStart..<buffer.count))
        count += 1
    }
}
