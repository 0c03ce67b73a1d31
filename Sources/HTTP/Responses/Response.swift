/// A server's answer, after redirects and decompression.
package struct Response: Equatable, Sendable {
    package let status: Int
    /// The URL that the document finally came from.
    package let url: String
    /// Whether that is the requested server, so that its validators can be sent to it again.
    package let isFromOrigin: Bool
    /// Whether a secure request was redirected to a plain connection, which anybody on the path can read and change.
    package let isLaidOpen: Bool
    /// The document's new permanent URL: as far as the redirects from the requested URL were permanent, nil if the
    /// first wasn't.
    package let permanentURL: String?
    package let headers: Headers
    package let body: [UInt8]
    /// Whether the document may be incomplete without notice: only the end of the connection ended it, or it came
    /// compressed.
    package let mayBeCut: Bool
    /// The bytes received, including headers and before decompression.
    package let received: Int
    /// The time from the beginning of the request to the last byte.
    package let duration: Duration
    /// The charge of the body, for as long as it is in memory.
    package let charge: MemoryCharge

    package var contentType: String? { headers["content-type"] }

    package var isNotModified: Bool { status == 304 }

    /// Empty if the document came from another server: neither server may learn the other's validators.
    package var validators: Validators {
        guard isFromOrigin else { return Validators() }
        return Validators(etag: headers["etag"], lastModified: headers["last-modified"])
    }
}
