import Testing

@testable import TestSupport

@Suite struct `A loopback server` {
    @Test func `answers with what the closure says`() throws {
        let server = try LoopbackServer { .init(200, headers: ["ETag": "v1"], body: "you asked for \($0.path)") }
        let client = try Client(server)
        client.send("GET /a?b=c HTTP/1.1\r\nConnection: close\r\n\r\n")
        let expected = [
            "HTTP/1.1 200 ", "ETag: v1", "Content-Length: 20", "Connection: close", "", "you asked for /a?b=c"
        ]
        #expect(client.readToEnd() == expected.joined(separator: "\r\n"))
    }

    @Test func `keeps a connection for the next request`() throws {
        let server = try LoopbackServer { .init(200, body: "<\($0.path)>") }
        let client = try Client(server)
        client.get("/1")
        _ = client.read(until: "</1>")
        client.get("/2")
        #expect(client.read(until: "</2>").hasSuffix("</2>"))
        #expect(server.requests.map(\.connection) == [1, 1])
    }

    @Test func `remembers what it was asked`() throws {
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

    @Test(arguments: [204, 304]) func `sends no body where HTTP has none`(status: Int) throws {
        let server = try LoopbackServer { _ in .init(status, body: "lost") }
        let client = try Client(server)
        client.get("/")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 \(status) \r\n\r\n")
    }

    @Test func `sends only the head to HEAD`() throws {
        let server = try LoopbackServer { _ in .init(200, body: "lost") }
        let client = try Client(server)
        client.send("HEAD / HTTP/1.1\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 200 \r\nContent-Length: 4\r\n\r\n")
    }

    @Test func `stalls until it is stopped`() throws {
        let server = try LoopbackServer { _ in .stall }
        let client = try Client(server)
        client.get("/")
        try server.waitForHits(on: "/")
        #expect(!client.hasSomethingToRead)
        server.stop()
        #expect(client.readToEnd() == "")
    }

    @Test func `lets a body drip`() throws {
        let server = try LoopbackServer { _ in .drip(Array("drops".utf8), every: 5) }
        let client = try Client(server)
        let begin = ContinuousClock.now
        client.get("/")
        #expect(client.read(until: "drops").hasSuffix("Content-Length: 5\r\n\r\ndrops"))
        #expect(ContinuousClock.now - begin >= .milliseconds(25))
    }

    @Test func `cuts a body short of its promised length`() throws {
        let server = try LoopbackServer { _ in .cut(after: 3, of: Array("complete".utf8)) }
        let client = try Client(server)
        client.get("/")
        #expect(client.readToEnd() == "HTTP/1.1 200 \r\nContent-Length: 8\r\n\r\ncom")
    }

    @Test func `sends raw bytes as they are`() throws {
        let server = try LoopbackServer { _ in .raw(Array("no HTTP at all".utf8)) }
        let client = try Client(server)
        client.get("/")
        #expect(client.readToEnd() == "no HTTP at all")
    }

    @Test func `holds an answer until the gate is open`() throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .init(200, body: "at last")) }
        let client = try Client(server)
        client.get("/")
        try gate.waitUntilReached()
        #expect(!client.hasSomethingToRead)
        gate.open()
        #expect(client.read(until: "at last").hasSuffix("at last"))
    }

    @Test func `serves other clients while one is held`() throws {
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

    @Test func `says which requests did not come`() throws {
        let server = try LoopbackServer { _ in .init(200) }
        #expect(throws: HitsMissing(path: "/x", expected: 1, actual: 0)) {
            try server.waitForHits(on: "/x", within: 0)
        }
    }

    @Test func `leaves its clients and refuses others when it goes`() throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .stall }
        let client = try Client(#require(server))
        client.get("/")
        try server?.waitForHits(on: "/")
        let port = try #require(server).port
        server = nil
        #expect(client.readToEnd() == "")
        #expect(throws: SystemFailure.self) { try Client(port: port) }
    }

    @Test func `ends all its threads when it is stopped`() throws {
        let server = try LoopbackServer { $0.path == "/drip" ? .drip([1, 2], every: 100_000) : .stall }
        let clients = try (0..<8).map { _ in try Client(server) }
        for (index, client) in clients.enumerated() { client.get(index.isMultiple(of: 2) ? "/drip" : "/stall") }
        try server.waitForHits(4, on: "/drip")
        try server.waitForHits(4, on: "/stall")
        #expect(!server.waitForThreads(within: 0))
        server.stop()
        #expect(server.waitForThreads(within: 20))
    }
}
