package import Configuration
package import Library

extension Library {
    /// Opens this installation's library, whose steps are sealed with its key.
    package convenience init(_ paths: Paths) throws(LibraryFailure) {
        try self.init(path: paths.library, pictures: paths.pictures) { InstallationKey(path: paths.key).bytes }
    }
}
