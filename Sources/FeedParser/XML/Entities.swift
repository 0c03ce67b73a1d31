import CLibXML2
import HTML

/// The entities that a document may use: HTML's, and its own if they are short and harmless.
///
/// For libxml2 they are predefined. It passes their text on and never parses it, so they can't nest or grow.
struct Entities: ~Copyable {
    private var known: [String: UnsafeMutablePointer<xmlEntity>] = [:]
    /// The document's own entity names and their texts.
    private var declared: Set<String> = []
    private var budget = FeedLimits.entities

    init() {}

    deinit {
        for entity in known.values {
            entity.pointee.content?.deallocate()
            entity.pointee.name?.deallocate()
            entity.deallocate()
        }
    }

    /// Adds a declaration if it is the first of its name and is plain text after decoding its references.
    mutating func declare(_ name: UTF8Bytes, as content: UTF8Bytes) {
        let name = String(name)
        guard known[name] == nil, known.count < FeedLimits.declaredEntities, content.count <= FeedLimits.entity,
            !content.contains("<")
        else { return }
        var text = ByteBuffer(capacity: content.count)
        guard append(content, to: &text), text.count <= FeedLimits.entity else { return }
        known[name] = Self.entity(named: name, text.bytes)
        declared.insert(name)
    }

    /// Whether the document's entities exceed every need.
    var isExhausted: Bool { budget < 0 }

    /// Returns the entity of this name; nil if neither HTML nor the document has it.
    mutating func entity(named name: UTF8Bytes, inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity>? {
        let key = String(name)
        if known[key] == nil, let characters = CharacterReference.characters(namedInXML: name) {
            var text = ByteBuffer(capacity: 8)
            for character in characters { text.append(character.withoutControl) }
            known[key] = Self.entity(named: key, text.bytes)
        }
        guard let entity = known[key] else { return nil }
        if declared.contains(key) { budget -= Int(entity.pointee.length) }
        // In an attribute, libxml2 would use only the first byte of a predefined entity; for others it keeps the
        // reference.
        entity.pointee.etype = inAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
        return entity
    }

    /// Appends text with decoded references. Returns false if some are unknown; those stay.
    @discardableResult
    func append(_ text: UTF8Bytes, to buffer: inout ByteBuffer) -> Bool {
        var copied = 0
        var isDecoded = true
        while let ampersand = text.index(of: "&", from: copied) {
            buffer.append(text.part(copied..<ampersand))
            guard let semicolon = text.index(of: ";", from: ampersand) else {
                copied = ampersand
                isDecoded = false
                break
            }
            let name = text.part((ampersand + 1)..<semicolon)
            copied = semicolon + 1
            if name == "#38" {
                buffer.append(UInt8(ascii: "&"))
            } else if let entity = known[String(name)], let content = entity.pointee.content {
                buffer.append(UTF8Bytes(start: content, count: Int(entity.pointee.length)))
            } else if let reference = CharacterReference(closedAt: ampersand, in: text) {
                buffer.append(reference)
            } else {
                buffer.append(UInt8(ascii: "&"))
                copied = ampersand + 1
                isDecoded = false
            }
        }
        buffer.append(text.part(copied..<text.count))
        return isDecoded
    }

    private static func entity(named name: String, _ text: UTF8Bytes) -> UnsafeMutablePointer<xmlEntity> {
        let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
        entity.initialize(to: xmlEntity())
        entity.pointee.type = XML_ENTITY_DECL
        entity.pointee.name = UnsafePointer(cString(Array(name.utf8)))
        entity.pointee.content = cString(text)
        entity.pointee.length = Int32(text.count)
        // Tells libxml2 not to search the text for references.
        entity.pointee.checked = 2
        return entity
    }

    private static func cString(_ text: some Collection<UInt8>) -> UnsafeMutablePointer<xmlChar> {
        let string = UnsafeMutableBufferPointer<xmlChar>.allocate(capacity: text.count + 1)
        let end = string.initialize(fromContentsOf: text)
        string.initializeElement(at: end, to: 0)
        return string.baseAddress.unsafelyUnwrapped
    }
}
