import Configuration
import Files
import Library
import ViewModels

/// The library and the urls file that a command works on.
struct Subscriptions {
    let library: Library
    let urls: UrlsFile
    private let text: [UInt8]

    /// Opens the library, making it where there is none, and takes the feeds that the urls file names.
    ///
    /// Lines that can't be understood are complained of, unless somebody has been told already, and the others count.
    init(_ paths: Paths, complains: Bool = true) throws {
        urls = UrlsFile(path: paths.urls)
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        library = try Library(paths)
        if let salvage = library.salvage { Output.complain(salvage.description) }
        guard urls.exists else {
            text = []
            return
        }
        text = try urls.text()
        let list = list
        if complains { complain(of: list) }
        try library.follow(list.followed(text)) { [urls] in urls.followedList }
    }

    init(library: Library, urls: UrlsFile, text: [UInt8]) {
        self.library = library
        self.urls = urls
        self.text = text
    }

    /// What the urls file says: read when it is asked for, as most commands only need the library to follow it.
    var list: UrlsList { UrlsList(text) }

    /// Lines that can't be understood are named.
    func complain(of list: UrlsList) {
        for problem in list.allProblems { Output.complain(problem.words(in: urls.path)) }
    }

    /// The feeds that are named by address or title, each once; all of them where none is named.
    func feeds(named names: [String]) throws -> [Feed] {
        let feeds = try library.feeds()
        if names.isEmpty { return feeds }
        let wanted = try names.map { name in
            if let feed = feeds.first(where: { $0.url == name }) { return feed.id }
            // Addresses that differ in their passwords alone are shown as one.
            let called = feeds.filter { $0.shownURL == name || $0.name == name }
            guard let feed = called.first else {
                throw CommandFailure.usage(
                    "“\(name)” is neither the address nor the title of a feed", nearest: name,
                    among: feeds.map(\.name) + feeds.map(\.shownURL))
            }
            guard called.count == 1 else {
                throw CommandFailure.usage(
                    "“\(name)” is the title of \(called.count) feeds",
                    advice: "name the address: \(called.map(\.shownURL).joined(separator: " or "))")
            }
            return feed.id
        }
        return feeds.filter { wanted.contains($0.id) }
    }
}
