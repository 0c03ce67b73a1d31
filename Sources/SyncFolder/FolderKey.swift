import CSodium
import FoundationEssentials
import System

/// The key of an encrypted folder, from a passphrase: Argon2id, and XChaCha20-Poly1305 for each line.
package struct FolderKey: Sendable {
    private let sodium: SodiumLibrary
    private let bytes: [UInt8]

    // As libsodium recommends for moderate use, with the memory of interactive use: a fifth of a second.
    private static let (operations, memory): (UInt64, Int) = (3, 64 << 20)

    /// Takes a while, and 64 MB.
    package init(passphrase: [UInt8], salt: [UInt8]) throws(FolderFailure) {
        var sodium = SodiumLibrary()
        guard lede_sodium_load(&sodium) != 0 else {
            throw FolderFailure(.lasting, "can't encrypt without libsodium: install it (libsodium23 on Debian)")
        }
        var key = [UInt8](repeating: 0, count: Int(LEDE_SODIUM_KEY))
        let words = passphrase.map(CChar.init(bitPattern:))
        guard salt.count == LEDE_SODIUM_SALT,
            sodium.pwhash(
                &key, UInt64(key.count), words, UInt64(words.count), salt, Self.operations, Self.memory,
                Int32(LEDE_SODIUM_ARGON2ID)) == 0
        else { throw FolderFailure(.passing, "can't make a key from the passphrase: too little memory") }
        (self.sodium, bytes) = (sodium, key)
    }

    static func newSalt() -> [UInt8] { random(Int(LEDE_SODIUM_SALT)) }

    /// Encrypts a message that only counts in its place.
    func seal(_ message: [UInt8], in place: String) -> [UInt8] {
        let (nonce, place) = (Self.random(Int(LEDE_SODIUM_NONCE)), Array(place.utf8))
        var sealed = [UInt8](repeating: 0, count: message.count + Int(LEDE_SODIUM_TAG))
        let result = sodium.encrypt(
            &sealed, nil, message, UInt64(message.count), place, UInt64(place.count), nil, nonce, bytes)
        precondition(result == 0, "libsodium encrypts whatever it gets")
        return nonce + sealed
    }

    /// Nil if it was encrypted with another key, for another place, or changed since.
    func open(_ sealed: [UInt8], in place: String) -> [UInt8]? {
        let least = Int(LEDE_SODIUM_NONCE + LEDE_SODIUM_TAG)
        guard sealed.count >= least else { return nil }
        let place = Array(place.utf8)
        let (nonce, rest) = (
            Array(sealed.prefix(Int(LEDE_SODIUM_NONCE))), Array(sealed.dropFirst(Int(LEDE_SODIUM_NONCE)))
        )
        var message = [UInt8](repeating: 0, count: sealed.count - least)
        let result = sodium.decrypt(
            &message, nil, nil, rest, UInt64(rest.count), place, UInt64(place.count), nonce, bytes)
        return result == 0 ? message : nil
    }

    private static func random(_ count: Int) -> [UInt8] {
        var chance = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
    }
}

/// How to get the passphrase of an encrypted folder. That may take a while.
package struct FolderPassphrase: Sendable {
    private let ask: @Sendable () throws(FolderFailure) -> [UInt8]

    package init(_ ask: @escaping @Sendable () throws(FolderFailure) -> [UInt8]) { self.ask = ask }

    package func get() throws(FolderFailure) -> [UInt8] { try ask() }
}

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
        guard let object = JSONValue(ofLine: bytes[...]), object["lede-sync"]?.wholeNumber == Self.version,
            let folder = object["folder"]?.string.flatMap({ DeviceID($0) })
        else { return nil }
        func data(_ name: String) -> [UInt8]? {
            object[name]?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
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
        guard bytes.count <= FolderLine.longest, let object = JSONValue(ofLine: bytes),
            let number = object["n"]?.wholeNumber,
            let sealed = object["x"]?.string.flatMap({ Data(base64Encoded: $0) }),
            let opened = key.open(Array(sealed), in: place(number, file, device)),
            let line = FolderLine(opened[...]), line.number == number
        else { return nil }
        return line
    }

    private func place(_ number: Int64, _ file: DeviceFile, _ device: DeviceID) -> String {
        "\(folder.text) \(device.text) \(file.ownName) \(number)"
    }
}
