/// A document with the content type and the base URL that it was served with.
///
/// The last byte chooses these two, so every file that ends with a line break works as a document.
package struct FuzzedInput {
    let document: [UInt8]
    let contentType: String?
    let baseURL: String?

    package init(_ bytes: [UInt8]) {
        document = bytes.dropLast()
        let choice = Int(bytes.last ?? UInt8(ascii: "\n")) + Self.contentTypes.count - Int(UInt8(ascii: "\n"))
        contentType = Self.contentTypes[choice % Self.contentTypes.count]
        baseURL = Self.baseURLs[choice / Self.contentTypes.count % Self.baseURLs.count]
    }

    private static let contentTypes: [String?] =
        [nil, "application/feed+json", "text/html; charset=", "text/plain; charset=\"nonsense\""]
        + [
            "utf-8", "us-ascii", "iso-8859-1", "windows-1251", "koi8-r", "utf-16", "utf-16be", "utf-32le", "gb18030",
            "big5", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "utf-7", "ibm037"
        ].map { "text/xml; charset=\($0)" }

    private static let baseURLs: [String?] = [
        "https://example.org/a/b?c=d#e", nil, "http://example.org", "//[", "file:///x", "https://github.com/a/b"
    ]
}
