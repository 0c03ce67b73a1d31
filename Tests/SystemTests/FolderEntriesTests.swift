import Glibc
import System
import TestSupport
import Testing

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
