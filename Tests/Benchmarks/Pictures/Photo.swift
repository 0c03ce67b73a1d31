import Foundation
import TestSupport

/// A picture as detailed as a photo, the same in every run.
enum Photo {
    static let maker = "cjpeg"

    /// Returns nil without a program that makes JPEG files, which Debian's libjpeg-turbo-progs has.
    static func jpeg(width: Int, height: Int) throws -> [UInt8]? {
        let program = "/usr/bin/\(maker)"
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        var chance = SplitMix(state: 20_261_126)
        var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
        for row in 0..<height {
            for column in 0..<width {
                let noise = Int(chance.next() % 24)
                for (channel, period) in [(row, 97), (column, 61), (row + column, 41)] {
                    bytes.append(UInt8(min(255, channel % period * 230 / period + noise)))
                }
            }
        }
        let run = try CommandRun(program: program, arguments: ["-quality", "85"], environment: [:], input: bytes)
        return run.outputBytes
    }
}
