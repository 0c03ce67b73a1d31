import Foundation
import TestSupport
import Testing

@Suite struct `Logging in to a feed server` {
    private let home: Home
    private let double: FeedServerDouble

    init() throws {
        home = try Home()
        double = try FeedServerDouble(
            ServerShelf(folders: ["News", "Code", "Code", nil], items: 1), GoogleReaderDouble.freshRSS)
    }

    private var urls: String { (try? String(contentsOfFile: home.config + "/urls", encoding: .utf8)) ?? "" }

    private func run(_ arguments: String...) throws -> CommandRun {
        try Lede.run(["sync", "login"] + arguments, home: home)
    }

    private func session() throws -> TerminalSession {
        try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["sync", "login", double.server.url("/i/")],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
    }

    @Test func `a site that leads elsewhere gets no password from a script`() throws {
        let place = double.server.url("/i/")
        let door = try LoopbackServer { _ in Answer(302, headers: ["Location": place]) }
        let run = try run(door.url("/"), "--user", "anna", "--password-command", "echo 'geheim & ö'")
        #expect(
            run.status == 1 && run.errors.contains("leads to “\(double.url)”: if that is your server, name its URL"))
        #expect(double.requests("ClientLogin").isEmpty && urls.isEmpty)
    }

    @Test func `a script names everything, and the account is in the urls file`() throws {
        try home.write(urls: ["https://a.example/ # mine"])
        let run = try run(
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
        #expect(try Lede.run("config", "check", home: home).status == 0)
        let again = try self.run(double.url, "--user", "anna", "--password-command", "echo x")
        #expect(again.status == 1 && again.errors.contains("you already have this account: edit line 2 of"))
        #expect(try Lede.run("undo", home: home).output.hasPrefix("undid: add the feed server http://127.0.0.1:"))
        #expect(urls == "https://a.example/ # mine\n")
        #expect(try Lede.run("redo", home: home).status == 0)
        #expect(urls.contains("#: user anna\n"))
    }

    @Test func `the result is JSON for programs`() throws {
        let run = try run(double.url, "--user=anna", "--password-command=echo 'geheim & ö'", "--json")
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
    func `without a login nothing is written, and the reason is told`(options: [String], reason: String) throws {
        let run = try Lede.run(["sync", "login", double.url] + options, home: home)
        #expect(run.status != 0 && run.errors.contains(reason) && !run.errors.contains("wrong"), "\(run)")
        #expect(urls.isEmpty)
    }

    @Test func `a login in the clear needs the user's word`() throws {
        // The proxy of all tests isn't there, so nothing is sent.
        let arguments = ["http://rss.example.org/", "--kind", "ttrss", "--user", "a", "--password-command", "echo x"]
        let run = try Lede.run(
            ["sync", "login"] + arguments, home: home, environment: ["http_proxy": double.server.url("")])
        #expect(run.status == 1 && run.errors.contains("could read the password: use https, or --insecure"), "\(run)")
        #expect(urls.isEmpty)
    }

    @Test func `at a terminal, lede asks, hides the password and keeps it in a private file`() throws {
        let session = try session()
        try session.waitForScreen(showing: "found FreshRSS at \(double.url)")
        try session.waitForScreen(showing: "User name:")
        try session.type("anna")
        try session.press(.enter)
        try session.waitForScreen(showing: "Number [1]:")
        try session.press(.enter)
        try session.waitForScreen(showing: "Password:")
        try session.type("wrong")
        try session.press(.enter)
        try session.waitForScreen(showing: "the server refused")
        try session.waitForScreen { $0.text.components(separatedBy: "Password:").count == 3 }
        try session.type("geheim & ö")
        try session.press(.enter)
        #expect(try session.waitForExit() == .status(0))
        #expect(session.screen.contains("added the account to"))
        #expect(!session.screen.contains("geheim") && !session.screen.contains("wrong"))
        #expect(session.modes == session.modesAtStart)
        let folder = home.data + "/passwords"
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let file = folder + "/" + name
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "geheim & ö\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(urls.contains("#: password-command cat \(file)\n") && !urls.contains("geheim"))
    }

    @Test func `a changed password replaces the old one, at a terminal`() throws {
        for password in ["geheim & ö", "neu"] {
            double.change { $0.password = password }
            let session = try session()
            try session.waitForScreen(showing: "User name:")
            try session.type("anna\r")
            if password != "neu" {
                try session.waitForScreen(showing: "Number [1]:")
                try session.type("1\r")
            }
            try session.waitForScreen(showing: "Password:")
            try session.type(password + "\r")
            #expect(try session.waitForExit() == .status(0), "\(session.screen.text)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: home.data + "/passwords")
        #expect(names.count == 1)
        #expect(try String(contentsOfFile: home.data + "/passwords/" + names[0], encoding: .utf8) == "neu\n")
        #expect(urls.components(separatedBy: "server:greader").count == 2)
    }

    @Test func `Ctrl-C at the password changes nothing, and the terminal shows typing again`() throws {
        let session = try session()
        try session.waitForScreen(showing: "User name:")
        try session.type("anna\r")
        try session.waitForScreen(showing: "Number [1]:")
        try session.press(.enter)
        try session.waitForScreen(showing: "Password:")
        try session.type("geh")
        try session.press(.control("c"))
        #expect(try session.waitForExit() == .status(1))
        #expect(session.modes == session.modesAtStart && urls.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.data + "/passwords"))
    }
}
