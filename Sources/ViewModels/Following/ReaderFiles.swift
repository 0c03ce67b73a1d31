package import Configuration
import Files

/// The versions of the config and urls files that the reader starts with, noted before it reads them.
package struct ReaderFiles {
    package let config: ConfigFiles
    private let urls: FileVersion?
    private let urlsPath: String

    package init(_ paths: Paths) {
        config = ConfigFiles(paths)
        urlsPath = paths.urls
        urls = FileVersion(of: urlsPath)
    }

    var areUnchanged: Bool { config.areUnchanged && FileVersion(of: urlsPath) == urls }
}
