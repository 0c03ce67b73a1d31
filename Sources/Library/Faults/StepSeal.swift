import SQLite
import System

/// The seal of a journal step with lines of the urls file, made with a key outside the library. A step with another
/// seal was written elsewhere, perhaps by an attacker.
final class StepSeal: Sendable {
    private enum Key {
        case notAskedFor
        case known([UInt8]?)
    }

    private let ask: @Sendable () -> [UInt8]?
    private let key = Locked(Key.notAskedFor)

    /// Reads the key when it is first needed.
    init(_ ask: @escaping @Sendable () -> [UInt8]?) {
        self.ask = ask
    }

    /// Nil without a key.
    fileprivate func seal(_ kind: String, _ detail: String) -> [UInt8]? {
        knownKey.map { SHA256.authentication(of: Array("\(kind)\0\(detail)".utf8), key: $0) }
    }

    private var knownKey: [UInt8]? {
        if case .known(let key) = key.withLock({ $0 }) { return key }
        let asked = ask()
        key.withLock { $0 = .known(asked) }
        return asked
    }
}

extension Database {
    /// Makes `step_seal(kind, detail)` a function of SQL; NULL without a key.
    func addStepSeal(_ seal: StepSeal?) throws(SQLiteError) {
        try addFunction("step_seal", parameters: 2) { arguments in
            seal?.seal(arguments.text(0), arguments.text(1))
        }
    }
}

/// The digest of FIPS 180-4, for data that someone else might want to imitate.
enum SHA256 {
    static func digest(of message: [UInt8]) -> [UInt8] {
        var message = message
        let length = UInt64(message.count) * 8
        message.append(0x80)
        message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
        message.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) })
        var hash = begin
        for block in stride(from: 0, to: message.count, by: 64) { add(message.span, from: block, to: &hash) }
        return hash.indices.flatMap { index in
            (0..<4).map { UInt8(truncatingIfNeeded: hash[index] >> (24 - 8 * UInt32($0))) }
        }
    }

    /// The keyed hash of RFC 2104.
    static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > 64 ? digest(of: key) : key
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        return digest(of: block.map { $0 ^ 0x5C } + digest(of: block.map { $0 ^ 0x36 } + message))
    }

    private static func add(_ message: Span<UInt8>, from start: Int, to hash: inout InlineArray<8, UInt32>) {
        var words = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            let place = start + 4 * index
            words[index] =
                UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16 | UInt32(message[place + 2]) << 8
                | UInt32(message[place + 3])
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            words[index] =
                words[index - 16] &+ words[index - 7]
                &+ (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3)
                &+ (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10)
        }
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let first =
                h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ constants[index]
                &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        hash[0] &+= a
        hash[1] &+= b
        hash[2] &+= c
        hash[3] &+= d
        hash[4] &+= e
        hash[5] &+= f
        hash[6] &+= g
        hash[7] &+= h
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let begin: InlineArray<8, UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
    ]

    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2
    ]
}
