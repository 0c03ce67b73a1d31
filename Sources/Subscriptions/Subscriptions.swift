package import Configuration
import Files
package import Library

/// The library and the urls file that a command works on.
package struct Subscriptions {
    package let library: Library
    package let urls: UrlsFile
    private let text: [UInt8]

    /// Opens or creates the library, and makes it follow the urls file.
    ///
    /// Invalid lines are reported, unless `complains` is false, and the others count.
    package init(_ paths: Paths, complains: Bool = true, complain: (String) -> Void) throws {
        urls = UrlsFile(path: paths.urls)
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        library = try Library(paths)
        if let salvage = library.salvage { complain(salvage.description) }
        guard urls.exists else {
            text = []
            return
        }
        text = try urls.text()
        let list = list
        if complains { self.complain(of: list, complain) }
        try library.follow(list.followed(text)) { [urls] in urls.followedList }
    }

    private init(library: Library, urls: UrlsFile, text: [UInt8]) {
        self.library = library
        self.urls = urls
        self.text = text
    }

    /// The contents of the urls file, parsed on access, since most commands only need the library to follow it.
    package var list: UrlsList { UrlsList(text) }

    /// Reports invalid lines.
    private func complain(of list: UrlsList, _ complain: (String) -> Void) {
        for problem in list.allProblems { complain(problem.words(in: urls.path)) }
    }
}

extension Subscriptions {
    /// Opens them for a command that only reads: a status bar must neither write nor wait.
    ///
    /// The library is opened for writing only if it must be created, migrated or updated from the urls file.
    package init(reading paths: Paths, complain: (String) -> Void) throws {
        let urls = UrlsFile(path: paths.urls)
        guard let library = Library(reading: paths.library, pictures: paths.pictures) else {
            try self.init(paths, complain: complain)
            return
        }
        let text = try urls.exists ? urls.text() : []
        self.init(library: library, urls: urls, text: text)
        // A file that the library already follows has no problems.
        guard urls.exists, try !library.isFollowing(text) else { return }
        let list = list
        guard try library.isFollowing(list.subscriptions) else {
            try self.init(paths, complain: complain)
            return
        }
        self.complain(of: list, complain)
    }
}
