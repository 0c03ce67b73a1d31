import Foundation
import Glibc
import TestSupport
import Testing

@testable import SyncFolder

@Suite struct SharedFolderTests {
    private let files: Folder
    private let folder: SharedFolder
    private let device = DeviceID()
    private let file = DeviceFile(.lines(1))

    init() throws {
        files = try Folder()
        folder = try SharedFolder(files.path("data"))
    }

    @Test func `lines that were appended are read from where the last reading ended`() throws {
        try append(1, 2)
        var reader = try folder.read(file, of: device)
        #expect(numbers(&reader) == [1, 2])
        try append(3)
        var next = try folder.read(file, of: device, from: reader.place)
        #expect(!next.isChanged)
        #expect(numbers(&next) == [3])
    }

    @Test func `half a line is early, and is read once it is whole`() throws {
        let bytes = line(1) + line(2)
        try replace(bytes.dropLast(5))
        var reader = try folder.read(file, of: device)
        #expect(numbers(&reader) == [1])
        try replace(bytes)
        var next = try folder.read(file, of: device, from: reader.place)
        #expect(numbers(&next) == [2])
    }

    @Test func `a torn line gets a line break, and what follows is read`() throws {
        try append(1)
        try replace(line(1) + line(2).dropLast(5))
        try append(2)
        var reader = try folder.read(file, of: device)
        #expect(numbers(&reader) == [1, 2])
    }

    @Test func `a file with other bytes before the place is read from its start`() throws {
        try append(1, 2)
        var reader = try folder.read(file, of: device)
        #expect(numbers(&reader) == [1, 2])
        try replace(line(7) + line(8) + line(9))
        var other = try folder.read(file, of: device, from: reader.place)
        #expect(other.isChanged)
        #expect(numbers(&other) == [7, 8, 9])
        try replace(line(7))
        var shrunk = try folder.read(file, of: device, from: other.place)
        #expect(shrunk.isChanged)
        #expect(numbers(&shrunk) == [7])
    }

    @Test func `lines that are too long, binary or no lines at all are skipped`() throws {
        let junk = [UInt8](repeating: 0, count: 3 << 20) + [10, 0xFF, 0xFE, 10, 10]
        try replace(line(1) + junk + line(2) + junk)
        var reader = try folder.read(file, of: device)
        #expect(numbers(&reader) == [1, 2])
    }

    @Test func `a whole file replaces the old one, and leaves no other`() throws {
        try append(1)
        let state = DeviceFile(.state(1))
        for number in [5, 6] {
            try folder.write(state, of: device) { put in try put(content(Int64(number))) }
        }
        #expect(folder.files(of: device).map(\.file) == [file, state])
        var reader = try folder.read(state, of: device)
        #expect(numbers(&reader) == [6])
        #expect(try files.names(in: "data/devices/\(device.text)").count == 2)
    }

    @Test func `copies that other programs make are files of the device, and drafts aren't`() throws {
        try append(1)
        let own = "data/devices/\(device.text)"
        for name in [
            "000001.sync-conflict-20260101-120000-ABCDEFG.jsonl", "state-000004 (Anna's conflicted copy).jsonl",
            ".syncthing.000001.jsonl.tmp", "000002.jsonl.tmp", "notes.jsonl", "1.jsonl", "99999999999999999999.jsonl",
            "\u{1B}[31m000001.jsonl"
        ] { try files.write("", to: "\(own)/\(name)") }
        let found = folder.files(of: device).map(\.file)
        #expect(
            found.map(\.name) == [
                "000001.jsonl", "000001.sync-conflict-20260101-120000-ABCDEFG.jsonl",
                "state-000004 (Anna's conflicted copy).jsonl"
            ])
        #expect(found.map(\.ownName) == ["000001.jsonl", "000001.jsonl", "state-000004.jsonl"])
    }

    @Test func `nothing is read or written through links`() throws {
        let secret = try files.write("secret", to: "config/secret")
        let secretLines = String(decoding: line(1), as: UTF8.self)
        try files.write(secretLines, to: "config/lines")
        // A file, a device and the whole folder of devices.
        try append(1)
        let own = "data/devices/\(device.text)"
        try files.link("\(own)/000002.jsonl", to: files.path("config/lines"))
        #expect(folder.files(of: device).map(\.file) == [file])
        #expect(throws: FolderFailure.self) { try folder.read(DeviceFile(.lines(2)), of: device) }
        #expect(throws: FolderFailure.self) { try append(2, to: DeviceFile(.lines(2))) }
        try files.link("\(own)/state-000001.jsonl", to: secret)
        try folder.write(DeviceFile(.state(1)), of: device) { _ in }
        #expect(link(files.path("config/secret"), files.path("\(own)/000003.jsonl")) == 0)
        #expect(throws: FolderFailure.self) { try append(3, to: DeviceFile(.lines(3))) }
        let other = DeviceID()
        try files.link("data/devices/\(other.text)", to: files.path("config"))
        #expect(folder.files(of: other).isEmpty)
        folder.remove(other)
        #expect(throws: FolderFailure.self) { try folder.append([content(1)], to: file, of: other) }
        #expect(try files.text(of: "config/secret") == "secret")
        #expect(try files.text(of: "config/lines") == secretLines)
        try files.link("data/lede-sync.json", to: secret)
        #expect(throws: FolderFailure.self) { try folder.header() }
    }

    @Test func `a folder of devices that leads elsewhere is refused`() throws {
        try files.link("data/devices", to: files.path("config"))
        #expect(folder.devices().isEmpty)
        let failure = #expect(throws: FolderFailure.self) { try append(1) }
        #expect(failure?.reason.contains("a link is in the way") == true)
        #expect(try files.names(in: "config").isEmpty)
    }

    @Test func `pipes and folders in place of files are no files`() throws {
        try append(1)
        let own = files.path("data/devices/\(device.text)")
        #expect(mkfifo(own + "/000002.jsonl", 0o600) == 0)
        #expect(mkdir(own + "/000003.jsonl", 0o700) == 0)
        #expect(folder.files(of: device).map(\.file) == [file])
        #expect(throws: FolderFailure.self) { try folder.read(DeviceFile(.lines(2)), of: device) }
    }

    @Test func `the file at the top is written once and read again`() throws {
        #expect(try folder.header() == nil)
        let header = FolderHeader()
        try folder.write(header)
        #expect(try folder.header() == header)
    }

    @Test(arguments: [
        "", "{}", #"{"lede-sync":2,"folder":"0123456789abcdef"}"#, "[[[[", #"{"lede-sync":1,"folder":"../.."}"#
    ])
    func `a folder of another format is refused, with what to do`(text: String) throws {
        try files.write(text, to: "data/lede-sync.json")
        let failure = #expect(throws: FolderFailure.self) { try folder.header() }
        #expect(failure?.kind == .lasting)
        #expect(failure?.reason.contains("update lede") == true)
    }

    @Test func `a folder that isn't there is said, with what to do, and isn't made`() throws {
        let failure = #expect(throws: FolderFailure.self) { try SharedFolder(files.path("data/usb")) }
        #expect(failure?.kind == .passing)
        #expect(failure?.reason.contains("isn't there: create it") == true)
        #expect(try files.names(in: "data").isEmpty)
    }

    private func line(_ number: Int64) -> [UInt8] {
        content(number).bytes
    }

    private func content(_ number: Int64) -> FolderLine {
        FolderLine(number, at: 1, .about(name: "laptop", version: "1"))
    }

    private func append(_ numbers: Int64..., to other: DeviceFile? = nil) throws {
        try folder.append(numbers.map { content($0) }, to: other ?? file, of: device)
    }

    private func replace(_ bytes: some Sequence<UInt8>) throws {
        try append(1)
        try Data(Array(bytes)).write(
            to: URL(fileURLWithPath: files.path("data/devices/\(device.text)/\(file.name)")))
    }

    private func numbers(_ reader: inout LineReader) -> [Int64] {
        var numbers: [Int64] = []
        while let line = reader.next() { numbers.append(line.number) }
        return numbers
    }
}

@Suite struct EncryptionTests {
    private let files: Folder
    private let header: FolderHeader
    private let key: FolderKey
    private let device = DeviceID()
    private let file = DeviceFile(.lines(1))
    private let line = FolderLine(1, at: 1, .about(name: "geheim", version: "1"))

    init() throws {
        files = try Folder()
        header = try FolderHeader { (salt) throws(FolderFailure) in
            try FolderKey(passphrase: Array("correct horse".utf8), salt: salt)
        }
        key = try FolderKey(passphrase: Array("correct horse".utf8), salt: #require(header.salt))
    }

    private func folder(with key: FolderKey?, id: DeviceID? = nil) throws -> SharedFolder {
        SharedFolder(try SharedFolder(files.path("data")), with: LineCoder(id ?? header.folder, key))
    }

    private func read(_ file: DeviceFile, of device: DeviceID, in folder: SharedFolder) throws -> FolderLine? {
        var reader = try folder.read(file, of: device)
        return reader.next()
    }

    @Test func `an encrypted line is read with the key, and shows nothing without`() throws {
        let folder = try folder(with: key)
        try folder.append([line], to: file, of: device)
        #expect(try read(file, of: device, in: folder) == line)
        #expect(try !files.text(of: "data/devices/\(device.text)/000001.jsonl").contains("geheim"))
        #expect(try read(file, of: device, in: self.folder(with: nil)) == nil)
    }

    @Test func `with a key, plain lines are refused`() throws {
        try folder(with: nil).append([line], to: file, of: device)
        #expect(try read(file, of: device, in: folder(with: key)) == nil)
    }

    @Test func `a line counts only in its folder, device and file, and under its number`() throws {
        let folder = try folder(with: key)
        try folder.append([line], to: file, of: device)
        let text = try files.text(of: "data/devices/\(device.text)/000001.jsonl")
        let own = "data/devices/\(device.text)"
        try files.write(text, to: "\(own)/000002.jsonl")
        try files.write(text.replacing("\"n\":1", with: "\"n\":2"), to: "\(own)/000003.jsonl")
        try files.write(text, to: "\(own)/000001.sync-conflict-20260101-120000-ABCDEFG.jsonl")
        #expect(try read(DeviceFile(.lines(2)), of: device, in: folder) == nil)
        #expect(try read(DeviceFile(.lines(3)), of: device, in: folder) == nil)
        let copy = try #require(folder.files(of: device).map(\.file).first { $0.name.contains("conflict") })
        #expect(try read(copy, of: device, in: folder) == line)
        #expect(try read(file, of: device, in: self.folder(with: key, id: DeviceID())) == nil)
        let other = DeviceID()
        try folder.append([], to: file, of: other)
        try files.write(text, to: "data/devices/\(other.text)/000001.jsonl")
        #expect(try read(file, of: other, in: folder) == nil)
    }

    @Test func `a wrong passphrase is recognised by the file at the top`() throws {
        let folder = try SharedFolder(files.path("data"))
        try folder.write(header)
        let read = try #require(try folder.header())
        #expect(read == header)
        #expect(read.isRight(key))
        #expect(try !read.isRight(FolderKey(passphrase: Array("wrong".utf8), salt: #require(read.salt))))
    }
}
