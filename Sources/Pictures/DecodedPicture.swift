/// A picture as it is shown, and the size that it has.
package struct DecodedPicture: Equatable, Sendable {
    package let pixels: Pixels
    package let original: PixelSize

    init(pixels: Pixels, original: PixelSize) {
        (self.pixels, self.original) = (pixels, original)
    }

    /// Decodes a picture of any format, so that it fits into a room.
    init(
        _ bytes: UnsafeRawBufferPointer, fitting room: PixelSize, _ libraries: Libraries
    ) throws(PictureFailure) {
        guard bytes.count <= PictureLimits.bytes else { throw .tooLong }
        let format = try PictureFormat(bytes.prefix(PictureFormat.bytesNeeded))
        self =
            switch format {
            case .jpeg: try .decodeJPEG(bytes, room, libraries.jpeg.orMissing(.jpeg))
            case .png: try .decodePNG(bytes, room, libraries.png.orMissing(.png))
            case .webp: try .decodeWebP(bytes, room, libraries.webp.orMissing(.webp))
            case .gif: try .decodeGIF(bytes, room, libraries.gif.orMissing(.gif))
            case .avif: try .decodeAVIF(bytes, room, libraries.avif.orMissing(.avif))
            }
    }

    /// Takes the rows of a decoder, which come in order.
    init(_ scaler: RowScaler, original: PixelSize, turned orientation: Orientation = .upright) throws(PictureFailure) {
        let isOpaque =
            scaler.channels == 3
            || stride(from: 3, to: scaler.bytes.count, by: 4).allSatisfy { scaler.bytes[$0] == 255 }
        var bytes = scaler.bytes
        if isOpaque, scaler.channels == 4 {
            bytes = []
            bytes.reserveCapacity(scaler.to.area * 3)
            for index in stride(from: 0, to: scaler.bytes.count, by: 4) { bytes += scaler.bytes[index..<index + 3] }
        }
        guard scaler.isComplete, let pixels = Pixels(size: scaler.to, channels: isOpaque ? 3 : 4, bytes: bytes) else {
            throw .damaged
        }
        self.pixels = pixels.turned(orientation)
        self.original = orientation.isOnItsSide ? original.turned : original
    }
}

extension Optional {
    /// The library, if it is installed.
    func orMissing(_ library: PictureLibrary) throws(PictureFailure) -> Wrapped {
        guard let self else { throw .missing(library) }
        return self
    }
}

/// The format of a picture, which its first bytes tell. Names and the server's word don't count.
package enum PictureFormat: CaseIterable, Sendable {
    case jpeg, png, webp, gif, avif

    /// How many of a file's first bytes tell its format.
    static let bytesNeeded = 256

    package init(_ first: some Collection<UInt8>) throws(PictureFailure) {
        let bytes = Array(first.prefix(Self.bytesNeeded))
        func has(_ text: String, at position: Int) -> Bool { bytes.dropFirst(position).starts(with: text.utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("ftyp", at: 4), Self.brands(bytes).contains(where: ["avif", "avis"].contains) {
            self = .avif
        } else {
            throw Self.isSVG(bytes) ? .isSVG : .unknownFormat
        }
    }

    /// What a file of the ISO base format claims to be.
    private static func brands(_ bytes: [UInt8]) -> [String] {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let box = bytes.prefix(max(0, length)).dropFirst(8)
        return stride(from: box.startIndex, to: box.endIndex, by: 4).map {
            String(decoding: box[$0..<min($0 + 4, box.endIndex)], as: UTF8.self)
        }
    }

    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return text.contains("<svg") || text.contains("<!doctype svg")
    }

    var library: PictureLibrary {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .avif: .avif
        }
    }
}

/// Reads numbers from bytes that may end anywhere.
struct ByteReader {
    private(set) var bytes: Slice<UnsafeRawBufferPointer>
    var isLittleEndian = false

    mutating func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count >= 0, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func number(bytes count: Int) -> Int? {
        guard let taken = take(count) else { return nil }
        return isLittleEndian
            ? taken.reversed().reduce(0) { $0 << 8 | Int($1) } : taken.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Makes a picture smaller while its rows arrive, so that it never is in memory as a whole: each pixel becomes the average
/// of the area that it covers.
struct RowScaler {
    let from: PixelSize
    let to: PixelSize
    let channels: Int
    /// The pixels that are complete.
    private(set) var bytes: [UInt8] = []
    /// The sums over the columns of the row at hand. A pixel of the row weighs as much as the new row has pixels, and a
    /// new pixel as much as the old row has.
    private var sums: [UInt32]
    /// The weighted sums over the rows for the new row at hand.
    private var totals: [UInt64]
    /// How much the new row at hand still lacks, where an old row weighs as much as there are new ones.
    private var lacking: Int
    private var count = 0

    /// `to` may not be larger in either direction.
    init(from: PixelSize, to: PixelSize, channels: Int) {
        precondition(to.width <= from.width && to.height <= from.height, "pictures only get smaller")
        (self.from, self.to, self.channels) = (from, to, channels)
        sums = Array(repeating: 0, count: to.width * channels)
        totals = Array(repeating: 0, count: to.width * channels)
        lacking = from.height
        bytes.reserveCapacity(to.area * channels)
    }

    var isComplete: Bool { count == from.height }

    /// Adds the next row. With opacity, the colours become those of what is opaque.
    mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
        precondition(row.count == from.width * channels && !isComplete, "a picture has as many pixels as it says")
        count += 1
        if from == to { return bytes.append(contentsOf: row) }
        if channels == 4 { addColumnsByOpacity(row) } else { addColumns(row) }
        var weight = UInt64(to.height)
        if to.height >= lacking {
            addSums(weighing: UInt64(lacking))
            weight -= UInt64(lacking)
            finishRow()
        }
        if weight > 0 {
            addSums(weighing: weight)
            lacking -= Int(weight)
        }
    }

    private mutating func addColumns(_ row: UnsafeBufferPointer<UInt8>) {
        let (old, new) = (UInt32(from.width), UInt32(to.width))
        sums.withUnsafeMutableBufferPointer { sums in
            var lacking = old
            var sum: (UInt32, UInt32, UInt32) = (0, 0, 0)
            var place = 0
            var index = 0
            while index < row.count {
                let pixel = (UInt32(row[index]), UInt32(row[index + 1]), UInt32(row[index + 2]))
                index += 3
                if new < lacking {
                    sum.0 &+= pixel.0 &* new
                    sum.1 &+= pixel.1 &* new
                    sum.2 &+= pixel.2 &* new
                    lacking &-= new
                    continue
                }
                sums[place] = sum.0 &+ pixel.0 &* lacking
                sums[place + 1] = sum.1 &+ pixel.1 &* lacking
                sums[place + 2] = sum.2 &+ pixel.2 &* lacking
                place += 3
                let rest = new &- lacking
                sum = (pixel.0 &* rest, pixel.1 &* rest, pixel.2 &* rest)
                lacking = old &- rest
            }
        }
    }

    /// A transparent pixel's colour doesn't count.
    private mutating func addColumnsByOpacity(_ row: UnsafeBufferPointer<UInt8>) {
        let (old, new) = (UInt32(from.width), UInt32(to.width))
        sums.withUnsafeMutableBufferPointer { sums in
            var lacking = old
            var sum: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
            var place = 0
            var index = 0
            while index < row.count {
                let opacity = UInt32(row[index + 3])
                let pixel = (
                    (UInt32(row[index]) &* opacity &+ 127) / 255, (UInt32(row[index + 1]) &* opacity &+ 127) / 255,
                    (UInt32(row[index + 2]) &* opacity &+ 127) / 255, opacity
                )
                index += 4
                if new < lacking {
                    sum.0 &+= pixel.0 &* new
                    sum.1 &+= pixel.1 &* new
                    sum.2 &+= pixel.2 &* new
                    sum.3 &+= pixel.3 &* new
                    lacking &-= new
                    continue
                }
                sums[place] = sum.0 &+ pixel.0 &* lacking
                sums[place + 1] = sum.1 &+ pixel.1 &* lacking
                sums[place + 2] = sum.2 &+ pixel.2 &* lacking
                sums[place + 3] = sum.3 &+ pixel.3 &* lacking
                place += 4
                let rest = new &- lacking
                sum = (pixel.0 &* rest, pixel.1 &* rest, pixel.2 &* rest, pixel.3 &* rest)
                lacking = old &- rest
            }
        }
    }

    private mutating func addSums(weighing weight: UInt64) {
        sums.withUnsafeBufferPointer { sums in
            totals.withUnsafeMutableBufferPointer { totals in
                for index in 0..<sums.count { totals[index] &+= UInt64(sums[index]) &* weight }
            }
        }
    }

    private mutating func finishRow() {
        let whole = Double(from.area)
        totals.withUnsafeMutableBufferPointer { totals in
            var index = 0
            while index < totals.count {
                var share = 1 / whole
                if channels == 4 {
                    let opacity = Double(totals[index + 3])
                    share = opacity > 0 ? 255 / opacity : 0
                }
                for channel in 0..<3 { bytes.append(UInt8(min(255, Double(totals[index + channel]) * share + 0.5))) }
                if channels == 4 { bytes.append(UInt8(Double(totals[index + 3]) / whole + 0.5)) }
                index += channels
            }
            for index in 0..<totals.count { totals[index] = 0 }
        }
        lacking = from.height
    }
}

/// A picture as pixels, row by row: red, green and blue in a byte each, and opacity if some pixels aren't opaque.
package struct Pixels: Equatable, Sendable {
    package let size: PixelSize
    /// 3, or 4 with opacity.
    package let channels: Int
    package let bytes: [UInt8]

    /// Fails unless there are as many bytes as pixels need.
    package init?(size: PixelSize, channels: Int, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, 3...4 ~= channels, bytes.count == size.area * channels else {
            return nil
        }
        (self.size, self.channels, self.bytes) = (size, channels, bytes)
    }

    /// The pixels of a part; nil if it isn't inside.
    package func cropped(columns: Range<Int>, rows: Range<Int>) -> Pixels? {
        guard !columns.isEmpty, !rows.isEmpty, columns.lowerBound >= 0, columns.upperBound <= size.width,
            rows.lowerBound >= 0, rows.upperBound <= size.height
        else { return nil }
        var cropped: [UInt8] = []
        cropped.reserveCapacity(columns.count * rows.count * channels)
        for row in rows {
            let start = row * size.width
            cropped += bytes[(start + columns.lowerBound) * channels..<(start + columns.upperBound) * channels]
        }
        return Pixels(
            size: PixelSize(width: columns.count, height: rows.count), channels: channels, bytes: cropped)
    }
}

/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    var area: Int { width * height }

    /// The same picture on its side.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The largest size of the same shape that fits into another size, but no larger than this one.
    package func fitting(_ room: PixelSize) -> PixelSize {
        if width <= room.width, height <= room.height { return self }
        if width * room.height > height * room.width {
            return PixelSize(width: room.width, height: max(1, (height * room.width + width / 2) / width))
        }
        return PixelSize(width: max(1, (width * room.height + height / 2) / height), height: room.height)
    }
}
