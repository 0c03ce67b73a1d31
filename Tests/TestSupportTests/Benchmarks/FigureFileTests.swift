import Foundation
import TestSupport
import Testing

@testable import Benchmarks

@Suite("Files of figures") struct FigureFileTests {
    @Test func `what is written is read again, digit by digit`() throws {
        let floor = Figure.Other("echo", Sample([0.1, 0.2]))
        let figures = [
            Figure.test("a row", [0.1, 0.25, 1 / 3], floor: floor, peers: [floor], goal: Figure.Goal(0.25, high: 0.6)),
            Figure.test("start", [9.5], size: 10_000, unit: .processorMilliseconds)
        ]
        let file = FigureFile([.test("keys", figures)])
        let folder = try Folder()
        let path = folder.path("figures.json")
        try file.write(to: path)
        #expect(try FigureFile(path: path) == file)
    }

    @Test func `a file has a line for each benchmark`() throws {
        let folder = try Folder()
        let path = folder.path("figures.json")
        try FigureFile([.test("start", []), .test("keys", [.test("a row", [1])])]).write(to: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 4 && lines[1].contains("start") && lines[2].contains("keys"))
    }

    @Test func `a part that is measured again replaces its figures and leaves the others`() {
        var file = FigureFile([.test("start", [.test("warm", [9])]), .test("keys", [.test("a row", [1])])])
        file.merge(.test("start", [.test("warm", [8])], commit: "def5678"), order: ["start", "keys"])
        #expect(file.benchmarks.map(\.name) == ["start", "keys"])
        #expect(file.benchmarks.map(\.figures[0].value) == [8, 1])
    }

    @Test func `benchmarks stay in their order, however they were run, and unknown ones go`() {
        var file = FigureFile()
        for name in ["gone", "keys", "start"] { file.merge(.test(name, []), order: ["gone", "start", "keys"]) }
        file.merge(.test("memory", []), order: ["start", "memory", "keys"])
        #expect(file.benchmarks.map(\.name) == ["start", "memory", "keys"])
    }
}
