import HTTP
import Testing

/// How nginx was asked, as it tells at `/asked`.
struct Asked {
    let version: String
    let connection: String
    /// Which request of its connection it was, from 1 on.
    let number: String

    init(_ response: Response) throws {
        let words = String(decoding: response.body, as: UTF8.self).split(separator: " ").map(String.init)
        try #require(words.count >= 3)
        (version, connection, number) = (words[0], words[1], words[2])
    }
}
