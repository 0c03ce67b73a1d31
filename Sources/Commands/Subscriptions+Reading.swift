import Configuration
import Library
import ViewModels

extension Subscriptions {
    /// The same for a command that only reads: a status bar must neither write nor wait.
    ///
    /// The library is opened for writing only where it has to be made, brought up to date or told of the urls file.
    init(reading paths: Paths) throws {
        let urls = UrlsFile(path: paths.urls)
        guard let library = Library(reading: paths.library) else {
            try self.init(paths)
            return
        }
        let text = try urls.exists ? urls.text() : []
        self.init(library: library, urls: urls, text: text)
        // Nothing is wrong with a file that the library is known to follow.
        guard urls.exists, try !library.isFollowing(text) else { return }
        let list = list
        guard try library.isFollowing(list.subscriptions) else {
            try self.init(paths)
            return
        }
        complain(of: list)
    }
}

extension Subscriptions {
    func feed(named name: String) throws -> Feed { try feeds(named: [name])[0] }

    /// A tag that some feed has.
    func tag(named name: String) throws -> String {
        let tags = try library.tags().map(\.name)
        guard tags.contains(name) else {
            throw CommandFailure.usage("no feed has the tag “\(name)”", nearest: name, among: tags)
        }
        return name
    }
}
