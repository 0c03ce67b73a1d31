import CSodium

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
