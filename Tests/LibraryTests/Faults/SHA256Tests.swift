import Testing

@testable import Library

@Suite struct SHA256Tests {
    /// From NIST's examples for FIPS 180-4, and RFC 4231 (4.3, 4.7).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    ])
    func `a text has the digest of the standard`(text: String, digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8)).hex == digest)
    }

    @Test(arguments: 50...130) func `texts of different lengths have different digests`(length: Int) {
        let text = [UInt8](repeating: 7, count: length)
        #expect(SHA256.digest(of: text) != SHA256.digest(of: text + [7]))
    }

    @Test func `a text has the authentication code of the standard`() {
        #expect(
            SHA256.authentication(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)).hex
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            SHA256.authentication(
                of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                key: [UInt8](repeating: 0xAA, count: 131)
            ).hex == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
