import Foundation
import TestSupport
import Testing

@testable import SyncFolder

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
