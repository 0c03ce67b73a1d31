/// Eight bytes of a text in one number, so that what most texts have in each byte is found by one comparison.
package struct EightBytes {
    @usableFromInline let bytes: UInt64

    /// Reads at a position with at least eight bytes after it.
    @inlinable @inline(__always)
    package init(at index: Int, of text: UnsafeBufferPointer<UInt8>) {
        bytes = UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inlinable @inline(__always)
    package var isASCII: Bool { bytes & Self.highBits == 0 }

    /// The bytes that are white space or control characters.
    @inlinable @inline(__always)
    package var spaces: Places {
        Places(marks: ~(((bytes & ~Self.highBits) &+ Self.each(0x5F)) | bytes) & Self.highBits)
    }

    /// The bytes that are `byte`, or would be if some of their bits were none.
    @inlinable @inline(__always)
    package func places(of byte: UInt8, ignoring ignored: UInt8 = 0) -> Places {
        let difference = (bytes & ~Self.each(ignored)) ^ Self.each(byte)
        return Places(marks: ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits)
    }

    /// Some of the eight, each marked by its highest bit.
    package struct Places: Equatable {
        @usableFromInline var marks: UInt64

        @inlinable @inline(__always)
        init(marks: UInt64) {
            self.marks = marks
        }

        @inlinable @inline(__always)
        package var isEmpty: Bool { marks == 0 }
        @inlinable @inline(__always)
        package var count: Int { Int(truncatingIfNeeded: ((marks >> 7) &* EightBytes.each(1)) >> 56) }
        @inlinable @inline(__always)
        package var hasLast: Bool { marks >> 63 == 1 }

        /// Those that follow another one of these; the first one does if `isAfterOne`.
        @inlinable @inline(__always)
        package func following(isAfterOne: Bool) -> Places {
            Places(marks: marks & (marks << 8 | (isAfterOne ? 0x80 : 0)))
        }
    }

    @inlinable
    static var highBits: UInt64 { each(0x80) }

    @inlinable @inline(__always)
    static func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}
