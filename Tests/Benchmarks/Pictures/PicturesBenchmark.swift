import Figures
import Foundation
import Pictures
import TestSupport

/// What pictures cost: a photo of a megapixel, from its bytes to what a terminal gets.
struct PicturesBenchmark {
    private let room = PixelSize(width: 800, height: 600)
    private let black = RGB(red: 0, green: 0, blue: 0)
    private let command: [String]
    private let runs = Scale.runs(20)
    private let report: Report

    init(_ report: Report) throws {
        self.report = report
        command = [try BuildProducts.executable("lede")]
    }

    func run() throws {
        guard let photo = try Photo.jpeg(width: 1155, height: 866) else { return report.miss(Photo.maker) }
        report.section("a JPEG of \(photo.count >> 10) kB and a megapixel")
        let source = PictureSource.bytes(photo)
        report.add(
            "first, with the start of the helper",
            try (0..<runs).map { _ in
                let decoder = PictureDecoder(command: command)
                return try Cost { _ = try decoder.decoded(source, room) }.onClock
            })
        try measure("to 800×600") { decoder in _ = try decoder.decoded(source, room) }
        let pixels = try PictureDecoder(command: command).decoded(source, room).pixels
        let cells = CellRequest(columns: 80, rows: 30, colors: .all, background: black)
        try measure("to 80×30 blocks") { decoder in
            let pixels = try decoder.decoded(source, PixelSize(width: 640, height: 480)).pixels
            _ = try decoder.waiting { decoder.cells(of: pixels, cells, finish: $0) }
        }
        try measure("800×600 as sixels") { decoder in
            _ = try decoder.waiting { decoder.sixels(of: pixels, background: black, finish: $0) }
        }
        try measure("800×600 compressed") { decoder in
            _ = try decoder.waiting { decoder.compress(pixels, finish: $0) }
        }
        try measure("800×600 as PNG") { decoder in
            _ = try decoder.waiting { decoder.png(of: pixels, finish: $0) }
        }
        report.add("the largest helper", [Reading(.megabytes, rusage.ofEndedChildren.peakMegabytes)])
    }

    /// Measures the duration with a running helper, and the processor time of lede and of the helper.
    private func measure(_ name: String, _ work: (PictureDecoder) throws -> Void) throws {
        let before = Self.afterEnds()
        var costs: [Cost] = []
        do {
            let decoder = PictureDecoder(command: command)
            costs = try Cost.runs(runs) { try work(decoder) }
        }
        let helper = (Self.afterEnds() - before) / Double(runs + 1)
        report.add(name, costs)
        report.add("\(name), the helper", [Reading(.processorMilliseconds, helper)])
    }

    /// Waits until no helper ends any more, since one counts only when it is gone, and returns their processor time in
    /// milliseconds.
    private static func afterEnds() -> Double {
        var (before, now) = (-1.0, rusage.ofEndedChildren.processorSeconds)
        while now != before {
            usleep(200_000)
            (before, now) = (now, rusage.ofEndedChildren.processorSeconds)
        }
        return now * 1000
    }
}

extension PictureDecoder {
    fileprivate func decoded(_ source: PictureSource, _ room: PixelSize) throws -> DecodedPicture {
        try waiting { decode(source, fitting: room, finish: $0) }
    }

    fileprivate func waiting<Made: Sendable>(
        _ begin: (@escaping @Sendable (Result<Made, PictureFailure>) -> Void) -> PictureJob
    ) throws -> Made {
        let made = Record<Result<Made, PictureFailure>>()
        let done = DispatchSemaphore(value: 0)
        _ = begin {
            made.add($0)
            done.signal()
        }
        done.wait()
        return try made.entries[0].get()
    }
}
