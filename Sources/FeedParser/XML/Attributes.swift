/// The attributes of one element, as long as that is open.
struct Attributes {
    fileprivate let entries: UnsafeBufferPointer<AttributeStore.Entry>
    fileprivate let bytes: Bytes

    subscript(name: StaticString) -> Bytes? {
        for entry in entries where bytes.part(entry.name) == name { return bytes.part(entry.value) }
        return nil
    }
}

/// Copies of the attributes of the elements that are open, since libxml2 keeps them only until its callback returns.
struct AttributeStore: ~Copyable {
    fileprivate struct Entry {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// A place in the store, to which it can go back.
    struct Mark {
        fileprivate var entries = 0
        fileprivate var bytes = 0
    }

    private let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: Limits.attributes)
    private var count = 0
    private var buffer = ByteBuffer(capacity: 256)

    deinit { entries.deallocate() }

    var mark: Mark { Mark(entries: count, bytes: buffer.count) }

    /// What was added since the mark, valid until something else is.
    func attributes(since mark: Mark) -> Attributes {
        Attributes(entries: UnsafeBufferPointer(rebasing: entries[mark.entries..<count]), bytes: buffer.bytes)
    }

    mutating func goBack(to mark: Mark) {
        count = mark.entries
        buffer.truncate(to: mark.bytes)
    }

    /// Copies an attribute, its references decoded, under its name and the prefix that we know its namespace by. There is
    /// room for all that people write; what goes beyond it is left out.
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
