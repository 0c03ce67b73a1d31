import FeedParser

extension Fever {
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        precondition(ids.count <= 1, "the protocol has one item a mark")
        guard let id = ids.first else { return }
        let fields = [("mark", "item"), ("as", mark.feverName), ("id", id.description)]
        let response = try connection.send(try request("", fields, isChange: true), isRepeatable: true)
        try read(response, isChange: true) { reader, _ throws(JSONReader.Failure) in try reader.skip() }
    }
}

extension ServerMark {
    fileprivate var feverName: String {
        switch self {
        case .read, .unread: rawValue
        case .starred: "saved"
        case .unstarred: "unsaved"
        }
    }
}
