/// What a server answered, after redirects and with its compression undone.
package struct Response: Equatable, Sendable {
    package let status: Int
    /// Where the document came from in the end.
    package let url: String
    /// Whether that is the server asked for, so that what it says of the document's version is worth telling it again.
    let isFromOrigin: Bool
    /// Whether a secure connection was asked for, and a redirect led to one that anybody on the way can read and change.
    package let isLaidOpen: Bool
    /// Where the document has moved for good: as far as the redirects from the address asked for on said so, nil where
    /// the first did not.
    package let permanentURL: String?
    package let headers: Headers
    package let body: [UInt8]
    /// Whether nothing but the end of the connection tells that the document is whole, or nothing at all as it came
    /// compressed, so that it may be a part.
    package let mayBeCut: Bool
    /// The bytes that came over the wire, with the heads of answers and still compressed.
    package let received: Int
    /// From when the request began to be sent for until the last byte had come.
    package let duration: Duration
    /// What the body is charged to, for as long as it is somewhere.
    package let charge: MemoryCharge

    package var contentType: String? { headers["content-type"] }

    package var isNotModified: Bool { status == 304 }

    /// None from another server than was asked: that one isn't told them, and another may not see them.
    package var validators: Validators {
        guard isFromOrigin else { return Validators() }
        return Validators(etag: headers["etag"], lastModified: headers["last-modified"])
    }
}
