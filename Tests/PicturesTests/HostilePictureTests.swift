import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(10))) struct `Hostile pictures` {
    @Test func `no picture takes lede's time or memory`() throws {
        let home = try Home()
        let pictures = try [HostilePicture("a good one", Fixture.bytes("baseline.jpg"), "64×48")] + HostilePicture.all()
        #expect(pictures.count >= 30)
        var files: [String] = []
        for picture in pictures {
            files.append("\(home.path)/\(files.count)")
            try Data(picture.bytes).write(to: URL(filePath: files[files.count - 1]))
        }
        let run = try CommandRun(
            program: BuildProducts.executable("ConfinedHelper"), arguments: ["measure"] + files, environment: [:],
            within: 300)
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        try #require(lines.count == pictures.count)
        for (picture, line) in zip(pictures, lines) {
            #expect(picture.outcomes.contains(line[0]), "\(picture.name): \(line[0])")
            // Two seconds, and what a busy machine takes to start and end a process.
            #expect(try #require(Int(line[1])) < 3000, "\(picture.name)")
            // With the pixels that came.
            #expect(try #require(Int(line[2])) < 4 << 10, "\(picture.name)")
        }
    }
}
