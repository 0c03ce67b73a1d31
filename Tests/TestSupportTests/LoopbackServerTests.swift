import Testing

@testable import TestSupport

@Suite struct `A loopback server` {
    @Test func `the server sends the answer of its closure`() throws {
        let server = try LoopbackServer { .init(200, headers: ["ETag": "v1"], body: "you asked for \($0.path)") }
        let client = try Client(server)
        client.send("GET /a?b=c HTTP/1.1\r\nConnection: close\r\n\r\n")
        let expected = [
            "HTTP/1.1 200 ", "ETag: v1", "Content-Length: 20", "Connection: close", "", "you asked for /a?b=c"
        ]
        #expect(client.readToEnd() == expected.joined(separator: "\r\n"))
    }

    @Test func `the server keeps a connection open for the next request`() throws {
        let server = try LoopbackServer { .init(200, body: "<\($0.path)>") }
        let client = try Client(server)
        client.get("/1")
        _ = client.read(until: "</1>")
        client.get("/2")
        #expect(client.read(until: "</2>").hasSuffix("</2>"))
        #expect(server.requests.map(\.connection) == [1, 1])
    }

    @Test func `the server records its requests`() throws {
        let server = try LoopbackServer { _ in .init(204) }
        let client = try Client(server)
        client.send("POST /in HTTP/1.1\r\nIf-None-Match:  \"v1\"\r\nContent-Length: 5\r\n\r\nhello")
        try server.waitForHits(on: "/in")
        let headers = ["if-none-match": "\"v1\"", "content-length": "5"]
        #expect(
            server.requests == [
                .init(method: "POST", path: "/in", headers: headers, body: Array("hello".utf8), connection: 1)
            ])
        #expect(server.hits("/in") == 1)
        #expect(server.hits("/out") == 0)
    }

    @Test(arguments: [204, 304]) func `statuses without a body send none`(status: Int) throws {
        let server = try LoopbackServer { _ in .init(status, body: "lost") }
        let client = try Client(server)
        client.get("/")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 \(status) \r\n\r\n")
    }

    @Test func `a HEAD request gets only the head`() throws {
        let server = try LoopbackServer { _ in .init(200, body: "lost") }
        let client = try Client(server)
        client.send("HEAD / HTTP/1.1\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 200 \r\nContent-Length: 4\r\n\r\n")
    }

    @Test func `a stalled answer lasts until the server is stopped`() throws {
        let server = try LoopbackServer { _ in .stall }
        let client = try Client(server)
        client.get("/")
        try server.waitForHits(on: "/")
        #expect(!client.hasSomethingToRead)
        server.stop()
        #expect(client.readToEnd() == "")
    }

    @Test func `a body can drip byte by byte`() throws {
        let server = try LoopbackServer { _ in .drip(Array("drops".utf8), every: 5) }
        let client = try Client(server)
        let begin = ContinuousClock.now
        client.get("/")
        #expect(client.read(until: "drops").hasSuffix("Content-Length: 5\r\n\r\ndrops"))
        #expect(ContinuousClock.now - begin >= .milliseconds(25))
    }

    @Test func `a body can be cut short of its promised length`() throws {
        let server = try LoopbackServer { _ in .cut(after: 3, of: Array("complete".utf8)) }
        let client = try Client(server)
        client.get("/")
        #expect(client.readToEnd() == "HTTP/1.1 200 \r\nContent-Length: 8\r\n\r\ncom")
    }

    @Test func `raw bytes are sent unchanged`() throws {
        let server = try LoopbackServer { _ in .raw(Array("no HTTP at all".utf8)) }
        let client = try Client(server)
        client.get("/")
        #expect(client.readToEnd() == "no HTTP at all")
    }

    @Test func `an answer can be held until a gate is open`() throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .init(200, body: "at last")) }
        let client = try Client(server)
        client.get("/")
        try gate.waitUntilReached()
        #expect(!client.hasSomethingToRead)
        gate.open()
        #expect(client.read(until: "at last").hasSuffix("at last"))
    }

    @Test func `other clients are served while one is held`() throws {
        let gate = Gate()
        let server = try LoopbackServer {
            $0.path == "/slow" ? .held(until: gate, .init(200)) : .init(200, body: "quick")
        }
        let slow = try Client(server)
        slow.get("/slow")
        try gate.waitUntilReached()
        let quick = try Client(server)
        quick.get("/quick")
        #expect(quick.read(until: "quick").hasSuffix("quick"))
        #expect(!slow.hasSomethingToRead)
    }

    @Test func `missing requests are reported`() throws {
        let server = try LoopbackServer { _ in .init(200) }
        #expect(throws: HitsMissing(path: "/x", expected: 1, actual: 0)) {
            try server.waitForHits(on: "/x", within: 0)
        }
    }

    @Test func `a released server ends its connections and refuses new ones`() throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .stall }
        let client = try Client(#require(server))
        client.get("/")
        try server?.waitForHits(on: "/")
        let port = try #require(server).port
        server = nil
        #expect(client.readToEnd() == "")
        #expect(throws: SystemFailure.self) { try Client(port: port) }
    }

    @Test func `all threads end when the server is stopped`() throws {
        let server = try LoopbackServer { $0.path == "/drip" ? .drip([1, 2], every: 100_000) : .stall }
        let clients = try (0..<8).map { _ in try Client(server) }
        for (index, client) in clients.enumerated() { client.get(index.isMultiple(of: 2) ? "/drip" : "/stall") }
        try server.waitForHits(4, on: "/drip")
        try server.waitForHits(4, on: "/stall")
        #expect(!server.waitForThreads(within: 0))
        server.stop()
        #expect(server.waitForThreads(within: Deadline.patience))
    }
}
