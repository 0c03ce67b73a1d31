import FeedParser

extension JSONReader {
    /// Reads the list with this name in an object, without the elements for which `read` returns nil; nil without the
    /// list.
    mutating func members<Element>(
        named name: String, read: (inout JSONReader) throws(Failure) -> Element?
    ) throws(Failure) -> [Element]? {
        guard try beginObject() else { return nil }
        var elements: [Element]?
        while let key = try nextKey() {
            if key == name { elements = try self.elements(read) } else { try skip() }
        }
        return elements
    }

    /// Reads an array, without the elements for which `read` returns nil; nil if it isn't one.
    mutating func elements<Element>(
        _ read: (inout JSONReader) throws(Failure) -> Element?
    ) throws(Failure) -> [Element]? {
        guard try beginArray() else { return nil }
        var elements: [Element] = []
        while try nextElement() {
            if let element = try read(&self) { elements.append(element) }
        }
        return elements
    }

    /// Reads an object with an id and a title, which has this name; nil if it lacks one of them.
    mutating func idAndTitle(named name: String = "title") throws(Failure) -> (id: String, title: String)? {
        guard try beginObject() else { return nil }
        var (id, title): (String?, String?)
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case name: title = try string()
            default: try skip()
            }
        }
        guard let id, let title else { return nil }
        return (id, title)
    }

    /// Reads a member of an object as text; nil if the value is something else.
    mutating func member(_ name: String) throws(Failure) -> String? {
        guard try beginObject() else { return nil }
        var text: String?
        while let key = try nextKey() {
            if key == name { text = try self.text() }
        }
        return text
    }
}
