import Configuration
import Foundation
import Testing

@Suite struct UrlsFileTests {
    private static let url = "https://new.example/feed"

    private let folder: Folder
    private let file: UrlsFile

    init() throws {
        folder = try Folder()
        file = UrlsFile(path: folder.path("urls"))
    }

    @Test(arguments: ["", "# mine\n", "\u{FEFF}https://a.example/ tag \"x\"\r\n\r\n#end\n", "nonsense\n\n\n"])
    func `what is added comes at the end, and every byte before it stays`(text: String) throws {
        try folder.write(text, to: "urls")
        #expect(try file.append([Self.url]) == [Self.url])
        #expect(try folder.bytes(of: "urls") == Array("\(text)\(Self.url)\n".utf8))
    }

    @Test func `bytes that are no text stay, too`() throws {
        let bytes: [UInt8] = [0x23, 0xFF, 0x00, 0xC3, 0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        try file.append([Self.url])
        #expect(try folder.bytes(of: "urls") == bytes + Array("\(Self.url)\n".utf8))
    }

    @Test func `a last line without an end is ended first`() throws {
        try folder.write("https://a.example/", to: "urls")
        try file.append([Self.url])
        #expect(try folder.text(of: "urls") == "https://a.example/\n\(Self.url)\n")
    }

    @Test func `an address that is there already is not added, nor one twice`() throws {
        try folder.write("\"https://a.example/\" tag\n", to: "urls")
        #expect(try file.append(["https://a.example/", Self.url, Self.url]) == [Self.url])
        #expect(try file.read().urls == ["https://a.example/", Self.url])
    }

    @Test func `an address in a comment is not there`() throws {
        try folder.write("# \(Self.url)\n", to: "urls")
        #expect(try file.append([Self.url]) == [Self.url])
    }

    @Test func `a file to which nothing is added is not touched`() throws {
        try folder.write(Self.url, to: "urls")
        #expect(try file.append([Self.url]) == [])
        #expect(try file.append([]) == [])
        #expect(try folder.text(of: "urls") == Self.url)
    }

    @Test func `nothing added makes no file`() throws {
        try file.append([])
        #expect(!file.exists)
    }

    @Test func `what is added can be read`() throws {
        let urls = ["https://a.example/", "file:///two words/\"x\".xml", "https://a.example/\u{3000}b"]
        try file.append(urls)
        #expect(try file.read().urls == urls)
    }

    @Test func `a new file and its folders are the person's alone`() throws {
        let file = UrlsFile(path: folder.path("new/lede/urls"))
        try file.append([Self.url])
        #expect(try folder.mode(of: "new/lede/urls") == 0o600)
        #expect(try folder.mode(of: "new/lede") == 0o700)
        #expect(try folder.mode(of: "new") == 0o700)
    }

    @Test(arguments: [0o600, 0o644, 0o664])
    func `a file keeps its mode`(mode: Int) throws {
        try folder.write("", to: "urls", mode: mode)
        try file.append([Self.url])
        #expect(try folder.mode(of: "urls") == mode)
    }

    @Test func `a link to a file that is not there yet stays one, and the file is made`() throws {
        try folder.link("urls", to: "dotfiles")
        try file.append([Self.url])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles")
        #expect(try folder.text(of: "dotfiles") == "\(Self.url)\n")
    }

    @Test func `several that add at once lose nothing`() async throws {
        let file = file
        try await withThrowingTaskGroup { group in
            for number in 1...20 { group.addTask { try file.append(["https://example.org/\(number)"]) } }
            try await group.waitForAll()
        }
        #expect(try file.read().urls.count == 20)
    }

    @Test func `a symbolic link stays one, and what it leads to is changed`() throws {
        try folder.write("# in git\n", to: "dotfiles", mode: 0o644)
        try folder.link("urls", to: "dotfiles")
        try file.append([Self.url])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "dotfiles")
        #expect(try folder.text(of: "dotfiles") == "# in git\n\(Self.url)\n")
        #expect(try folder.mode(of: "dotfiles") == 0o644)
    }

    @Test func `no draft is left`() throws {
        let file = UrlsFile(path: folder.path("new/urls"))
        for number in 0..<3 { try file.append(["\(Self.url)/\(number)"]) }
        #expect(try folder.names(in: "new") == ["urls"])
    }

    @Test func `a draft left by a kill is in nobody's way`() throws {
        try folder.write("half", to: "urls.\(getpid()).new")
        try file.append([Self.url])
        #expect(try folder.text(of: "urls") == "\(Self.url)\n")
    }

    @Test func `a folder in the file's place is told and left`() throws {
        let failure = #expect(throws: FileFailure.self) { try UrlsFile(path: folder.path("config")).append([Self.url]) }
        #expect(failure?.description == "\(folder.path("config")): it is no plain file")
        #expect(try folder.names(in: "config") == [])
    }

    @Test func `a missing file is told by its path and the system's reason`() {
        let failure = #expect(throws: FileFailure.self) { try file.read() }
        #expect(failure?.description == "\(file.path): No such file or directory")
    }
}
