import HTTP
import TestSupport
import Testing

@Suite struct RedirectTests {
    private let client = Client()

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed, and the document's own URL reported`(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : Answer(200, body: "moved")
        }
        let response = try await client.get(server.url("/old"))
        #expect(response.url == server.url("/new"))
        #expect(response.body == Array("moved".utf8))
    }

    @Test(arguments: [
        ([301], 1), ([308, 301], 2), ([302], nil), ([302, 301], nil), ([301, 302], 1), ([301, 307, 308], 1), ([], nil)
    ])
    func `a permanent move is reported as far as the redirects say so`(
        statuses: [Int], moved: Int?
    ) async throws {
        let server = try LoopbackServer { request in
            let step = Int(request.path.dropFirst()) ?? 0
            guard step < statuses.count else { return Answer(200) }
            return Answer(statuses[step], headers: ["Location": "/\(step + 1)"])
        }
        let response = try await client.get(server.url("/0"))
        #expect(response.url == server.url("/\(statuses.count)"))
        #expect(response.permanentURL == moved.map { server.url("/\($0)") })
    }

    @Test(arguments: [
        ("/a b?c d#e", "/a%20b?c%20d"), ("//127.0.0.1:PORT/x", "/x"), ("?page=2", "/?page=2"),
        ("/caf\u{E9}", "/caf%C3%A9"), ("/a/../%2e%2E/b\\c", "/b/c")
    ])
    func `redirects are followed in every form that servers use`(location: String, path: String) async throws {
        let server = try LoopbackServer { request in
            let port = request.headers["host"]?.split(separator: ":").last ?? ""
            return request.path == "/"
                ? Answer(302, headers: ["Location": location.replacing("PORT", with: port)]) : Answer(200)
        }
        _ = try await client.get(server.url("/"))
        #expect(server.requests.last?.path == path)
    }

    @Test func `headers of the redirect aren't reported for the document`() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/old" else { return Answer(200, body: "new") }
            return Answer(302, headers: ["Location": "/new", "ETag": "\"old\""], body: "old")
        }
        let response = try await client.get(server.url("/old"))
        #expect(response.validators == Validators())
        #expect(response.body == Array("new".utf8))
    }

    @Test func `redirects are followed up to the limit`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/++++" ? Answer(200) : Answer(302, headers: ["Location": request.path + "+"])
        }
        #expect(try await client.get(server.url("/+")).url == server.url("/++++"))
        #expect(await client.failure(server.url("/")) == .tooManyRedirects)
    }

    @Test func `a redirect in a circle is given up`() async throws {
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": "/"]) }
        #expect(await client.failure(server.url("/")) == .tooManyRedirects)
        #expect(server.hits("/") == 4)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func `a redirect off the web isn't followed`(location: String) async throws {
        let server = try LoopbackServer { _ in Answer(302, headers: ["Location": location]) }
        #expect(await client.failure(server.url("/")) == .forbiddenScheme)
    }

    @Test func `a redirect without a target is a refusal`() async throws {
        let server = try LoopbackServer { _ in Answer(302) }
        #expect(await client.failure(server.url("/"))?.status == 302)
    }
}
