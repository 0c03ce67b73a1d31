/// What the file at the top of a folder says.
package struct FolderHeader: Equatable, Sendable {
    /// 16 random hex digits.
    package let folder: DeviceID

    package init(folder: DeviceID = DeviceID()) {
        self.folder = folder
    }

    static let name = "lede-sync.json"
    private static let version: Int64 = 1

    init?(_ bytes: [UInt8]) {
        guard let object = FlatObject(bytes[...]), object.numbers["lede-sync"] == Self.version,
            let folder = object.texts["folder"].flatMap({ DeviceID($0) })
        else { return nil }
        self.folder = folder
    }

    var bytes: [UInt8] { Array("{\"lede-sync\":\(Self.version),\"folder\":\"\(folder.text)\"}\n".utf8) }
}
