import FoundationEssentials

/// Writes and reads the lines of one folder: plain ones without a key, and only encrypted ones with it. An encrypted line counts
/// only in its folder, device, file and place there.
package struct LineCoder: Sendable {
    private let folder: DeviceID
    private let key: FolderKey?

    package init(_ folder: DeviceID, _ key: FolderKey?) {
        (self.folder, self.key) = (folder, key)
    }

    func bytes(of line: FolderLine, in file: DeviceFile, of device: DeviceID) -> [UInt8] {
        guard let key else { return line.bytes }
        let sealed = key.seal(line.bytes.dropLast(), in: place(line.number, file, device))
        return Array("{\"n\":\(line.number),\"x\":\"\(Data(sealed).base64EncodedString())\"}\n".utf8)
    }

    func line(_ bytes: ArraySlice<UInt8>, in file: DeviceFile, of device: DeviceID) -> FolderLine? {
        guard let key else { return FolderLine(bytes) }
        guard bytes.count <= FolderLine.longest, let object = FlatObject(bytes), let number = object.numbers["n"],
            let sealed = object.texts["x"].flatMap({ Data(base64Encoded: $0) }),
            let opened = key.open(Array(sealed), in: place(number, file, device)),
            let line = FolderLine(opened[...]), line.number == number
        else { return nil }
        return line
    }

    private func place(_ number: Int64, _ file: DeviceFile, _ device: DeviceID) -> String {
        "\(folder.text) \(device.text) \(file.ownName) \(number)"
    }
}
