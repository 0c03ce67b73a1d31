import Testing

@testable import Commands

@Suite struct `The help of a command` {
    @Test(arguments: (Subcommand.all + Subcommand.unlisted).map(\.name))
    func `the help of a command has no line breaks within paragraphs`(name: String) throws {
        let subcommand = try #require((Subcommand.all + Subcommand.unlisted).first { $0.name == name })
        #expect(subcommand.details.allSatisfy { !$0.contains("\n") })
    }

    @Test(arguments: Subcommand.all.map(\.name))
    func `a command's summary has at most eight words`(name: String) throws {
        let subcommand = try #require(Subcommand.all.first { $0.name == name })
        #expect(subcommand.summary.split(separator: " ").count <= 8)
        #expect(subcommand.summary.first?.isLowercase == true && !subcommand.summary.hasSuffix("."))
    }
}
