import FeedParser
import System

/// What must hold for every document that should be JSON.
package enum JSONPromises {
    /// The broken promises for a document, in words. A crash counts as one, too.
    package static func broken(by document: [UInt8]) -> [String] {
        var broken: [String] = []
        let feed = Result { () throws(ParseFailure) in
            try FeedParser.parse(document, contentType: "application/feed+json", baseURL: "https://a.example/")
        }
        switch feed {
        case .success(let feed): broken += FeedPromises.broken(by: feed)
        case .failure(let failure): broken += FailurePromises.broken(by: failure)
        }
        var reader = JSONReader(document[...], deepest: 64)
        var left = 2 * document.count + 2
        do throws(JSONReader.Failure) {
            try walk(&reader, depth: 0, &left)
        } catch {
            let lines = document.count { $0 == UInt8(ascii: "\n") } + 1
            if !(1...lines).contains(error.line) { broken.append("a mistake is on a line of the document") }
        }
        if left < 0 { broken.append("a document ends") }
        return broken
    }

    /// Reads all that there is, in every way that a value can be asked for.
    private static func walk(
        _ reader: inout JSONReader, depth: Int, _ left: inout Int
    ) throws(JSONReader.Failure) {
        var other = reader
        if let value = try? other.value() { _ = (value.number, value.flag, value.text) }
        other = reader
        guard depth < 20 else { return try reader.skip() }
        if try other.beginObject() {
            reader = other
            while left >= 0, try reader.nextKey() != nil {
                left -= 1
                try walk(&reader, depth: depth + 1, &left)
            }
            return
        }
        guard try reader.beginArray() else { return }
        while left >= 0, try reader.nextElement() {
            left -= 1
            try walk(&reader, depth: depth + 1, &left)
        }
    }
}
