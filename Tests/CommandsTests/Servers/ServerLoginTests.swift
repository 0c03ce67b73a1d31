import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `Logging in to a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(
            ServerShelf(folders: ["News", "Code", "Code", nil], items: 1), GoogleReaderDouble.freshRSS)
    }

    private var urls: String { (try? String(contentsOfFile: home.config + "/urls", encoding: .utf8)) ?? "" }

    private func run(_ arguments: String...) async throws -> CommandRun {
        try await home.run(["sync", "login"] + arguments)
    }

    @Test func `a site that leads elsewhere gets no password from a script`() async throws {
        let place = double.server.url("/i/")
        let door = try LoopbackServer { _ in Answer(302, headers: ["Location": place]) }
        let run = try await run(door.url("/"), "--user", "anna", "--password-command", "echo 'geheim & ö'")
        #expect(
            run.status == 1 && run.errors.contains("leads to “\(double.url)”: if that is your server, name its URL"))
        #expect(double.requests("ClientLogin").isEmpty && urls.isEmpty)
    }

    @Test func `a script names everything, and the account is in the urls file`() async throws {
        try home.write(urls: ["https://a.example/ # mine"])
        let run = try await run(
            double.server.url("/"), "--user", "anna", "--password-command", "echo 'geheim & ö'", "--title", "Home")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.hasPrefix("logged in to FreshRSS: 4 feeds in 2 folders\nadded the account to "))
        #expect(
            urls == """
                https://a.example/ # mine
                server:greader:\(double.url) ~Home
                #: user anna
                #: password-command echo 'geheim & ö'

                """)
        #expect(try await home.run("config", "check").status == 0)
        let again = try await self.run(double.url, "--user", "anna", "--password-command", "echo x")
        #expect(again.status == 1 && again.errors.contains("you already have this account: edit line 2 of"))
        #expect(try await home.run("undo").output.hasPrefix("undid: add the feed server http://127.0.0.1:"))
        #expect(urls == "https://a.example/ # mine\n")
        #expect(try await home.run("redo").status == 0)
        #expect(urls.contains("#: user anna\n"))
    }

    @Test func `the result is JSON for programs`() async throws {
        let run = try await run(double.url, "--user=anna", "--password-command=echo 'geheim & ö'", "--json")
        #expect(
            run.output == """
                {"kind":"greader","url":"\(double.url)","user":"anna","server":"FreshRSS","feeds":4,"folders":2,"added":true}

                """)
    }

    @Test(arguments: [
        (["--user", "anna"], "--password-command is missing: "),
        (["--password-command", "echo x"], "--user is missing: "),
        (["--user", "anna", "--password-command", "false"], "can't get the password: the command failed"),
        (
            ["--user", "anna", "--password-command", "echo wrong"],
            "the server refused the user name or the password: use the API password of your FreshRSS profile"
        )
    ])
    func `without a login nothing is written, and the reason is told`(options: [String], reason: String) async throws {
        let run = try await home.run(["sync", "login", double.url] + options)
        #expect(run.status != 0 && run.errors.contains(reason) && !run.errors.contains("wrong"), "\(run)")
        #expect(urls.isEmpty)
    }

    @Test func `a login in the clear needs the user's word`() async throws {
        // With this proxy, nothing is sent beyond this machine.
        try home.write(config: "proxy \(double.server.url(""))\n")
        let arguments = ["http://rss.example.org/", "--kind", "ttrss", "--user", "a", "--password-command", "echo x"]
        let run = try await home.run(["sync", "login"] + arguments)
        #expect(run.status == 1 && run.errors.contains("could read the password: use https, or --insecure"), "\(run)")
        #expect(urls.isEmpty)
    }
}
