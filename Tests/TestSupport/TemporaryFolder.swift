import Foundation

/// Makes folders that nobody else uses. Whoever asks for one removes it.
package enum TemporaryFolder {
    /// `purpose` is a word of its name.
    package static func make(for purpose: String) throws -> String {
        var template = Array("\(NSTemporaryDirectory())/lede-\(purpose)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
