import FoundationEssentials

/// What the file at the top of a folder says.
package struct FolderHeader: Equatable, Sendable {
    /// 16 random hex digits.
    package let folder: DeviceID
    /// Of an encrypted folder: what goes into its key besides the passphrase, and a word encrypted with that key.
    package let salt: [UInt8]?
    private let check: [UInt8]

    /// A new folder.
    package init() {
        folder = DeviceID()
        (salt, check) = (nil, [])
    }

    /// A new folder that is encrypted.
    package init(key: (_ salt: [UInt8]) throws(FolderFailure) -> FolderKey) throws(FolderFailure) {
        folder = DeviceID()
        let salt = FolderKey.newSalt()
        self.salt = salt
        check = try key(salt).seal(Self.word, in: folder.text)
    }

    /// Whether this is the folder's key.
    package func isRight(_ key: FolderKey) -> Bool { key.open(check, in: folder.text) == Self.word }

    static let name = "lede-sync.json"
    private static let version: Int64 = 1
    private static let word = Array("lede".utf8)

    init?(_ bytes: [UInt8]) {
        guard let object = FlatObject(bytes[...]), object.numbers["lede-sync"] == Self.version,
            let folder = object.texts["folder"].flatMap({ DeviceID($0) })
        else { return nil }
        func data(_ name: String) -> [UInt8]? {
            object.texts[name].flatMap { Data(base64Encoded: $0) }.map { Array($0) }
        }
        self.folder = folder
        salt = data("salt")
        check = salt == nil ? [] : data("check") ?? []
    }

    var bytes: [UInt8] {
        var text = "{\"lede-sync\":\(Self.version),\"folder\":\"\(folder.text)\""
        if let salt {
            text +=
                ",\"salt\":\"\(Data(salt).base64EncodedString())\",\"check\":\"\(Data(check).base64EncodedString())\""
        }
        return Array((text + "}\n").utf8)
    }
}
