import FeedParser
import HTTP

extension Response {
    /// Reads the number that the server has given to something new.
    func id(named name: String) throws(ServerFailure) -> String {
        try json(isChange: true) { reader throws(JSONReader.Failure) in
            guard try reader.beginObject() else { return nil }
            var id: String?
            while let key = try reader.nextKey() {
                if key == name { id = try reader.text() }
            }
            return id.flatMap { Int64($0) == nil ? nil : $0 }
        }
    }
}
