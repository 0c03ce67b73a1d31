import Foundation
import Glibc
import System
import TestSupport
import Testing

@Suite struct PrivateFilesTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
    }

    @Test(arguments: [0, 1, 4096, 1_000_000])
    func `a file is read as it was written`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try PrivateFiles.write(bytes, to: folder.path("file"))
        #expect(try PrivateFiles.read(folder.path("file")) == bytes)
    }

    @Test func `a shorter file leaves nothing of the longer one`() throws {
        try folder.write("a long text", to: "file")
        try PrivateFiles.write(Array("short".utf8), to: folder.path("file"))
        #expect(try folder.text(of: "file") == "short")
    }

    @Test func `a program that has the file open continues with the old one`() throws {
        try folder.write("old", to: "file")
        let open = try #require(FileHandle(forReadingAtPath: folder.path("file")))
        try PrivateFiles.write(Array("new".utf8), to: folder.path("file"))
        #expect(try open.readToEnd() == Data("old".utf8))
    }

    @Test func `a failed write leaves the old file and no draft`() throws {
        try FileManager.default.createDirectory(atPath: folder.path("data/place"), withIntermediateDirectories: false)
        #expect(throws: FileFailure.self) { try PrivateFiles.write([1], to: folder.path("data/place")) }
        #expect(try folder.names(in: "data") == ["place"])
    }

    @Test func `a write removes drafts of the same file that a kill left`() throws {
        // The kernel gives this number to no process.
        for name in ["file.4999999.new", "other.4999999.new"] { try folder.write("half", to: "data/\(name)") }
        try PrivateFiles.write([1], to: folder.path("data/file"))
        #expect(try folder.names(in: "data") == ["file", "other.4999999.new"])
    }

    @Test(.enabled(if: geteuid() == 0, "only the administrator can give a link away"))
    func `a link of one's own that leads to another user's leads nowhere`() throws {
        for (name, target) in [("first", "second"), ("second", "third"), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path(target))
        }
        #expect(PrivateFiles.resolvingOwnLinks(folder.path("first")) == folder.path("third"))
        #expect(PrivateFiles.resolvingOwnLinks(folder.path("loop")) == nil)
        try #require(lchown(folder.path("second"), 65534, 65534) == 0)
        #expect(PrivateFiles.resolvingOwnLinks(folder.path("first")) == nil)
    }

    @Test(arguments: ["others", "nowhere"])
    func `what must not follow a link replaces the link`(target: String) throws {
        try folder.write("theirs", to: "others")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path(target))
        #expect(PrivateFiles.isTaken(folder.path("link")))
        try PrivateFiles.writeOverLink(Array("mine".utf8), to: folder.path("link"))
        #expect(try folder.text(of: "others") == "theirs" && !PrivateFiles.exists(folder.path("nowhere")))
        #expect(try folder.text(of: "link") == "mine")
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("link"))[.posixPermissions] as? Int == 0o600)
    }

    @Test func `writing to a missing folder fails`() {
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.write([1], to: folder.path("none/file")) }
        #expect(failure?.reason == "No such file or directory")
    }

    @Test func `reading a missing file fails`() {
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.read(folder.path("missing")) }
        #expect(failure?.description == "\(folder.path("missing")): No such file or directory")
    }

    @Test(arguments: ["/", "/dev/null", "/dev/zero"])
    func `a folder or device isn't accepted as a regular file`(path: String) {
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.read(path) }
        #expect(failure?.reason == "it isn't a regular file")
    }

    @Test(.timeLimit(.minutes(5))) func `a pipe that nobody writes to is refused at once`() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.read(folder.path("pipe")) }
        #expect(failure?.reason == "it isn't a regular file")
    }

    @Test func `a file above the limit is refused`() throws {
        try folder.write("", to: "large")
        #expect(truncate(folder.path("large"), 64 * 1024 * 1024 + 1) == 0)
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.read(folder.path("large")) }
        #expect(failure?.reason == "it's larger than 64 MB")
    }

    @Test func `folders are created if missing, and otherwise kept`() throws {
        try PrivateFiles.makeDirectory(folder.path("a/b/c"))
        #expect(try folder.mode(of: "a") == 0o700)
        #expect(try folder.mode(of: "a/b/c") == 0o700)
        chmod(folder.path("a"), 0o755)
        try PrivateFiles.makeDirectory(folder.path("a"))
        #expect(try folder.mode(of: "a") == 0o755)
    }

    @Test func `a link to a folder counts as a folder`() throws {
        try folder.link("link", to: "config")
        try PrivateFiles.makeDirectory(folder.path("link/lede"))
        #expect(try folder.names(in: "config") == ["lede"])
    }

    @Test(arguments: ["file", "file/below"])
    func `a file in place of a folder is reported`(name: String) throws {
        try folder.write("", to: "file")
        let failure = #expect(throws: FileFailure.self) { try PrivateFiles.makeDirectory(folder.path(name)) }
        #expect(failure?.reason == "Not a directory")
    }
}

@Suite struct FolderEntriesTests {
    @Test func `entries tell folders from files, even through links`() throws {
        let folder = try Folder()
        try PrivateFiles.makeDirectory(folder.path("data/folder"))
        try folder.write("", to: "data/file")
        try folder.link("data/link", to: folder.path("data/folder"))
        try folder.link("data/broken", to: folder.path("none"))
        let found = FolderEntries(folder.path("data")).map { ($0.name, $0.isFolder) }
        let entries = Dictionary(uniqueKeysWithValues: found)
        #expect(entries == ["folder": true, "file": false, "link": true, "broken": false])
    }

    @Test func `a missing folder has no entries`() throws {
        #expect(try Array(FolderEntries(Folder().path("none"))).isEmpty)
    }

    // As many as the C library reads at once: under the address sanitizer, reading on behind the last one fails.
    @Test func `all of many entries are there, by the folder's name and from the open folder`() throws {
        let folder = try Folder()
        let names = (0..<2000).map { "entry \($0)" }
        for name in names { try folder.write("", to: "data/\(name)") }
        let descriptor = open(folder.path("data"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        for entries in [
            FolderEntries(folder.path("data")), FolderEntries(of: descriptor), FolderEntries(of: descriptor)
        ] {
            #expect(entries.isReadable && entries.map(\.name).sorted() == names.sorted())
        }
    }

    @Test func `a name that isn't UTF-8 is left out`() throws {
        let folder = try Folder()
        try folder.write("", to: "data/file")
        let odd = Array(folder.path("data/odd").utf8CString.dropLast()) + [-1, 0]
        close(open(odd, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        #expect(FolderEntries(folder.path("data")).map(\.name) == ["file"])
    }
}
