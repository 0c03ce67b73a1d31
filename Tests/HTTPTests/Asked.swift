import HTTP
import Testing

/// How nginx saw a request, as reported at `/asked`.
struct Asked {
    let version: String
    let connection: String
    /// The number of the request on its connection, from 1.
    let number: String

    init(_ response: Response) throws {
        let words = String(decoding: response.body, as: UTF8.self).split(separator: " ").map(String.init)
        try #require(words.count >= 3)
        (version, connection, number) = (words[0], words[1], words[2])
    }
}
