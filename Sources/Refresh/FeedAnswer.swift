import FeedParser
import FoundationEssentials
import HTTP
import Library

/// What came when a feed was asked for.
enum FeedAnswer: Sendable {
    /// What it hashes to goes with it where it was made of other bytes, which the next time are compared.
    case document([UInt8], contentType: String?, url: String, Validators, hash: Int64? = nil)
    case notModified(Validators)
    /// Why there is nothing, in words for the person.
    case failed(String)
    case cancelled

    init(_ result: Result<Response, FetchFailure>) {
        switch result {
        case .success(let response) where response.isNotModified: self = .notModified(response.validators)
        case .success(let response):
            self = .document(
                response.body, contentType: response.contentType, url: response.url, response.validators)
        case .failure(.cancelled): self = .cancelled
        case .failure(let failure): self = .failed(failure.description)
        }
    }

    init(file path: String, of url: String) {
        do {
            self = .document(try LocalFile.read(path), contentType: nil, url: url, Validators())
        } catch {
            self = .failed(error.description)
        }
    }

    /// The bytes of the document.
    var size: Int { if case .document(let body, _, _, _, _) = self { body.count } else { 0 } }

    /// What the library is told of it, nothing where the person stopped the refresh. This parses the document.
    func fetched(for feed: Feed, at now: Date) -> Fetched? {
        switch self {
        case .document(let body, let contentType, let url, let validators, let origin):
            let hash = origin ?? Fetched.bodyHash(body, contentType: contentType, url: url)
            let answer = hash == feed.fetching.bodyHash ? .unchanged : Self.parse(body, contentType, url, hash)
            return Fetched(
                answer, for: feed.id, etag: validators.etag, lastModified: validators.lastModified, at: now)
        case .notModified(let validators):
            return Fetched(
                .unchanged, for: feed.id, etag: validators.etag, lastModified: validators.lastModified, at: now)
        case .failed(let reason): return Fetched(.failed(reason), for: feed.id, at: now)
        case .cancelled: return nil
        }
    }

    private static func parse(_ body: [UInt8], _ contentType: String?, _ url: String, _ hash: Int64) -> Fetched.Answer {
        do throws(ParseFailure) {
            return .document(try FeedParser.parse(body, contentType: contentType, baseURL: url), bodyHash: hash)
        } catch {
            return .failed(error.description)
        }
    }
}
