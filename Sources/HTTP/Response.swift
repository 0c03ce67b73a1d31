/// What a server answered, after redirects and with its compression undone.
package struct Response: Equatable, Sendable {
    package let status: Int
    /// Where the document came from in the end.
    package let url: String
    /// By name in lower case; of a header sent twice the last.
    package let headers: [String: String]
    package let body: [UInt8]

    package var contentType: String? { headers["content-type"] }

    package var isNotModified: Bool { status == 304 }

    package var validators: Validators {
        Validators(etag: headers["etag"], lastModified: headers["last-modified"])
    }
}
