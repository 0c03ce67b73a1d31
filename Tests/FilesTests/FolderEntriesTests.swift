import Files
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
}
