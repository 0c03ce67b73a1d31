import Foundation
import Glibc
import System
import TestSupport
import Testing
import URLs

@testable import HTTP

/// A file on the disk that downloads write to.
private struct Download {
    let path: String
    private let folder: Folder

    init(_ beginning: [UInt8] = []) throws {
        folder = try Folder()
        path = folder.path("talk.mp3.part")
        try Data(beginning).write(to: URL(fileURLWithPath: path))
    }

    var bytes: [UInt8] { (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) } ?? [] }

    /// The file, empty or with the beginning of a version.
    func file(
        _ version: FileValidator? = nil, total: Int? = nil, atMost most: Int = .max,
        begun: @escaping @Sendable (FileValidator?, Int?) -> Void = { _, _ in }
    ) -> DownloadFile {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        let part = version.map { (bytes: bytes.count, version: $0, total: total) }
        return DownloadFile(descriptor, continuing: part, atMost: most, begun: begun)
    }
}

extension Client {
    fileprivate func download(_ url: String, to file: DownloadFile, _ options: RequestOptions = RequestOptions()) async
        -> Outcome
    {
        var request = Request(url, options: options)
        request.file = file
        return await outcome(of: request)
    }
}

private let talk = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

@Suite struct `Downloads to a file` {
    private let client = Client()

    @Test func `a document goes into the file, and its version and length are told before`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        let told = Record<String>()
        let download = try Download()
        let file = download.file { told.add("\($0?.text ?? "") from \($0?.server ?? ""), \($1 ?? 0)") }
        let response = try await client.download(server.url("/talk.mp3"), to: file).get()
        #expect(response.status == 200 && response.body.isEmpty && download.bytes == talk)
        #expect(file.progress == DownloadFile.Progress(bytes: talk.count, total: talk.count))
        #expect(told.entries == ["\"1\" from \(server.url("/")), 300000"])
        let headers = try #require(server.requests.first).headers
        #expect(headers["accept-encoding"] == nil && headers["range"] == nil)
    }

    @Test func `neither the time for feeds nor their size limits a download`() async throws {
        let server = try LoopbackServer { .late(by: 0.05, .file(talk, to: $0)) }
        let download = try Download()
        let impatient = Client(overall: .milliseconds(1), size: 1000)
        #expect(await impatient.download(server.url("/"), to: download.file()).failure == nil)
        #expect(download.bytes == talk)
    }

    @Test func `a server that stops sending is given up, and what has come stays`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"
        let server = try LoopbackServer { _ in .silence(after: Array(head.utf8) + talk[..<1000]) }
        let download = try Download()
        let impatient = Client(stall: .milliseconds(200))
        let outcome = await impatient.download(server.url("/"), to: download.file())
        #expect(outcome.failure == .timedOut(after: .milliseconds(200), .document))
        #expect(download.bytes == Array(talk[..<1000]))
    }

    @Test(arguments: [0, 1, 1000, 299_999]) func `a broken download continues where it stopped`(cut: Int) async throws {
        let server = try LoopbackServer { request in
            let answer = Answer.file(talk, to: request)
            return request.headers["range"] == nil ? answer.cut(after: cut) : answer
        }
        let version = FileValidator("\"1\"", from: server.url("/"))
        let download = try Download()
        #expect(await client.download(server.url("/"), to: download.file()).failure == .cutOff)
        #expect(download.bytes == Array(talk[..<cut]))
        let rest = try await client.download(server.url("/"), to: download.file(version, total: talk.count)).get()
        #expect(rest.status == 206 && download.bytes == talk)
        let headers = try #require(server.requests.last).headers
        #expect(headers["range"] == "bytes=\(cut)-" && headers["if-range"] == "\"1\"")
    }

    @Test func `a server that names no version isn't asked to compare one, and a weak tag is none`() async throws {
        let versions = Record<String?>()
        for headers in [["ETag": "W/\"1\""], [:], ["ETag": "W/\"1\"", "Last-Modified": "yesterday"]] {
            let server = try LoopbackServer { _ in Answer(200, headers: headers, body: talk) }
            let file = try Download().file { version, _ in versions.add(version?.text) }
            _ = await client.download(server.url("/"), to: file)
        }
        #expect(versions.entries == [nil, nil, "yesterday"])
    }

    @Test func `an answer without a length ends with its connection`() async throws {
        let server = try LoopbackServer { _ in .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + talk) }
        let download = try Download()
        let file = download.file()
        #expect(await client.download(server.url("/"), to: file).failure == nil)
        #expect(download.bytes == talk && file.progress.total == nil)
    }

    @Test func `only the server that named a version hears of it, and all hear where to begin`() async throws {
        let cdn = try LoopbackServer { Answer.file(talk, to: $0) }
        let tracker = try LoopbackServer { _ in Answer(302, headers: ["Location": cdn.url("/talk.mp3")]) }
        let cases: [(LoopbackServer, String?, String?)] = [(cdn, nil, "\"1\""), (tracker, "\"1\"", nil)]
        for (namer, ofTracker, ofCDN) in cases {
            let download = try Download(Array(talk[..<5000]))
            let version = FileValidator("\"1\"", from: namer.url("/"))
            let file = download.file(version, total: talk.count)
            #expect(await client.download(tracker.url("/t"), to: file).failure == nil)
            #expect(download.bytes == talk)
            let headers = try [tracker, cdn].map { try #require($0.requests.last).headers }
            #expect(headers.map { $0["range"] } == ["bytes=5000-", "bytes=5000-"])
            #expect(headers.map { $0["if-range"] } == [ofTracker, ofCDN])
        }
    }

    @Test func `twenty redirects lead to a file, and the next is one too many`() async throws {
        let server = try LoopbackServer { request in
            let step = Int(request.path.dropFirst()) ?? 0
            return step == 0 ? Answer.file(talk, to: request) : Answer(302, headers: ["Location": "/\(step - 1)"])
        }
        #expect(await client.download(server.url("/20"), to: try Download().file()).failure == nil)
        #expect(await client.download(server.url("/21"), to: try Download().file()).failure == .tooManyRedirects)
    }

    @Test func `a redirect to the user's own network is refused, and the file stays empty`() async throws {
        let inner = try LoopbackServer(on: .v6) { Answer.file(talk, to: $0) }
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": inner.url("/talk.mp3")]) }
        let client = Client(userAgent: "lede-tests/1") { $0.bytes.count == 4 }
        let download = try Download()
        let outcome = await client.download(server.url("/"), to: download.file())
        #expect(outcome.failure == .ledInside(inner.url("/talk.mp3")) && download.bytes.isEmpty)
        #expect(inner.requests.isEmpty)
    }

    @Test func `a file longer than allowed is refused, by its length or as it comes`() async throws {
        let server = try LoopbackServer { request in
            let head = request.path == "/long" ? "Content-Length: 300000\r\n" : ""
            return .raw(Array("HTTP/1.1 200 OK\r\n\(head)\r\n".utf8) + talk)
        }
        for path in ["/long", "/unknown"] {
            let download = try Download()
            let outcome = await client.download(server.url(path), to: download.file(atMost: 200_000))
            #expect(outcome.failure == .tooLarge(limit: 200_000) && download.bytes.count <= 200_000)
        }
    }

    @Test func `more than the disk has room for is refused before it comes`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000000000000000\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(Array(head.utf8)) }
        let outcome = await client.download(server.url("/"), to: try Download().file())
        guard case .noRoom(let needed, let free) = outcome.failure else {
            Issue.record("\(outcome)")
            return
        }
        #expect(needed == 1_000_000_000_000_000_000 && free > 0)
        #expect("\(FetchFailure.noRoom(needed: 3 << 20, free: 1 << 20))".contains("needs 3 MB, and 1 MB are free"))
    }

    @Test func `a full disk is said in words`() async throws {
        let server = try LoopbackServer { _ in .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + talk) }
        let file = DownloadFile(open("/dev/full", O_RDWR | O_CLOEXEC))
        let outcome = await client.download(server.url("/"), to: file)
        #expect(outcome.failure.map { "\($0)" } == "can't write the file: No space left on device")
    }

    @Test func `a refusal leaves the beginning as it is`() async throws {
        let server = try LoopbackServer { _ in Answer(404, body: "gone") }
        let download = try Download(Array(talk[..<10]))
        let file = download.file(FileValidator("\"1\"", from: server.url("/")), total: talk.count)
        #expect(await client.download(server.url("/"), to: file).failure?.status == 404)
        #expect(download.bytes == Array(talk[..<10]))
    }
}

/// The rest of the talk from its byte 1000 on, as far as the server says.
private func part(_ range: String, _ tag: String? = "\"1\"") -> Answer {
    var headers = ["Content-Range": range]
    headers["ETag"] = tag
    return Answer(206, headers: headers, body: Array(talk[1000...]))
}

@Suite struct `Servers that lie about files` {
    private let client = Client()

    /// The outcome for a file of which 1000 bytes of the version "1" are there.
    private func rest(by answer: @escaping @Sendable (LoopbackServer.Request) -> Answer) async throws
        -> (outcome: Outcome, bytes: [UInt8])
    {
        let server = try LoopbackServer(answer)
        let download = try Download(Array(talk[..<1000]))
        let file = download.file(FileValidator("\"1\"", from: server.url("/")), total: talk.count)
        return (await client.download(server.url("/"), to: file), download.bytes)
    }

    @Test(arguments: [
        Answer(200, headers: ["ETag": "\"1\""], body: talk), part("bytes 0-299999/300000"),
        part("bytes 999-299999/300000"),
        part("bytes 1000-299999/300001"), part("bytes 1000-299999/300000", "\"2\""), part("bytes */300000"),
        part("1000-299999/300000"), part("bytes 1000-999/300000"), part("bytes 1000-300000/300000"),
        Answer(206, headers: ["ETag": "\"1\""], body: talk),
        Answer(416, headers: ["Content-Range": "bytes */300000"]), Answer(416)
    ])
    func `a rest of another version, or from elsewhere, isn't added`(answer: Answer) async throws {
        let (outcome, bytes) = try await rest { _ in answer }
        #expect(outcome.failure == .changed && bytes == Array(talk[..<1000]))
    }

    @Test func `a file that has changed on the server comes anew`() async throws {
        let (outcome, bytes) = try await rest { .file(talk, tag: "\"2\"", to: $0) }
        #expect(outcome.failure == .changed && bytes == Array(talk[..<1000]))
    }

    @Test func `the server that compared a version needn't repeat it, and another must name it`() async throws {
        let unnamed = part("bytes 1000-299999/300000", nil)
        #expect(try await rest { _ in unnamed }.bytes == talk)
        let other = try LoopbackServer { _ in unnamed }
        #expect(
            try await rest { _ in Answer(302, headers: ["Location": other.url("/")]) }.outcome.failure == .changed)
    }

    @Test func `nothing after the last byte means that the file is complete`() async throws {
        let server = try LoopbackServer { Answer.file(talk, to: $0) }
        for total in [nil, talk.count] {
            let download = try Download(talk)
            let file = download.file(FileValidator("\"1\"", from: server.url("/")), total: total)
            #expect(try await client.download(server.url("/"), to: file).get().status == 416)
            #expect(download.bytes == talk && file.progress.total == talk.count)
        }
    }

    @Test func `more than the announced rest isn't added`() async throws {
        let chunk = "HTTP/1.1 206 OK\r\nETag: \"1\"\r\nContent-Range: bytes 1000-299999/300000\r\n\r\n"
        let (outcome, bytes) = try await rest { _ in .endless(talk, after: Array(chunk.utf8)) }
        #expect(outcome.failure == .changed && bytes.count <= talk.count)
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "Please log in"), ("audio/mpeg", "<!DOCTYPE HTML><p>Please log in"),
        ("application/octet-stream", "\u{FEFF}\r\n <html lang=en>"), ("", "<HTML>")
    ])
    func `a web page is refused, and nothing of it stays`(type: String, page: String) async throws {
        for answer in [Answer(200, headers: ["Content-Type": type], body: page), .drip(Array(page.utf8), every: 0)] {
            if case .drip = answer, type.hasPrefix("text/html") { continue }
            let server = try LoopbackServer { _ in answer }
            let download = try Download()
            #expect(await client.download(server.url("/"), to: download.file()).failure == .webPage)
            #expect(download.bytes.isEmpty)
        }
        #expect("\(FetchFailure.webPage)" == "the server sent a web page instead of the file")
    }

    @Test func `a part that nobody asked for is no file`() async throws {
        let server = try LoopbackServer { _ in part("bytes 1000-299999/300000") }
        let download = try Download()
        #expect(await client.download(server.url("/"), to: download.file()).failure == .noDocument(status: 206))
        #expect(download.bytes.isEmpty)
    }
}

@Suite struct `Downloads from nginx` {
    private let client = Client()
    private let nginx: Nginx

    init() throws { nginx = try Nginx.shared() }

    @Test(arguments: [Nginx.Site.plain, .secure, .closing])
    func `the rest of a file joins its beginning`(site: Nginx.Site) async throws {
        let options = RequestOptions(authorityFile: nginx.certificates.authority)
        let url = nginx.url("/large.xml", at: site)
        let (whole, part) = (try Download(), try Download())
        let versions = Record<FileValidator?>()
        let file = whole.file { version, _ in versions.add(version) }
        #expect(await client.download(url, to: file, options).failure == nil)
        #expect(whole.bytes.count == 8 << 20)
        let version = try #require(versions.entries.first ?? nil)
        try Data(whole.bytes[..<3_333_333]).write(to: URL(fileURLWithPath: part.path))
        let rest = try await client.download(url, to: part.file(version, total: 8 << 20), options).get()
        #expect(rest.status == 206 && part.bytes == whole.bytes && rest.received < 5 << 20)
        let old = FileValidator("\"0-0\"", from: version.server)
        #expect(await client.download(url, to: part.file(old, total: 8 << 20), options).failure == .changed)
    }
}
