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
