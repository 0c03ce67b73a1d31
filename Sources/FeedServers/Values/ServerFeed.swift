/// A feed's id on its server, as the server writes it.
package struct ServerFeedID: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// A feed that the server has.
package struct ServerFeed: Equatable, Sendable {
    package var id: ServerFeedID
    package var url: String
    package var site: String?
    package var title: String?
    package var folders: [String]

    package init(id: ServerFeedID, url: String, site: String? = nil, title: String? = nil, folders: [String] = []) {
        self.id = id
        self.url = url
        self.site = site
        self.title = title
        self.folders = folders
    }
}
