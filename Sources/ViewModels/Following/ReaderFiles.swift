package import Configuration
import Files

/// The files that the reader begins with, as they are before it reads them.
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
