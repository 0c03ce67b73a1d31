import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `A first run` {
    @Test func `the starter feeds teach the reader without a network`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Start here: five keys")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "These keys are enough to start reading:")
    }

    @Test func `adding the starter feeds can be undone`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: add") && $0.contains("s  add the starter feeds") }
        try reader.press(.control("r"))
        try reader.waitForScreen { $0.contains("Redid") && $0.contains("Welcome to lede") }
    }

    @Test func `the starter feeds can be added again after undoing`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: add") && $0.contains("s  add the starter feeds") }
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("3 failed") }
    }

    @Test func `--starter-feeds adds the starter feeds without asking, once`() throws {
        let home = try Home()
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        try reader.waitForScreen(showing: "Welcome to lede")
        try reader.press("Q")
        try reader.waitForExit()
        try home.write(urls: ["https://nowhere.invalid/feed"])
        let again = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        let screen = try again.waitForScreen(showing: "nowhere.invalid/feed")
        #expect(!screen.contains("Welcome to lede"))
    }

}
