import Testing

@testable import Commands

@Suite struct `The help of a command` {
    @Test(arguments: (Verb.all + Verb.unlisted).map(\.name))
    func `the help of a command has no line breaks within paragraphs`(name: String) throws {
        let verb = try #require((Verb.all + Verb.unlisted).first { $0.name == name })
        #expect(verb.details.allSatisfy { !$0.contains("\n") })
    }

    @Test(arguments: Verb.all.map(\.name))
    func `a command's summary has at most eight words`(name: String) throws {
        let verb = try #require(Verb.all.first { $0.name == name })
        #expect(verb.summary.split(separator: " ").count <= 8)
        #expect(verb.summary.first?.isLowercase == true && !verb.summary.hasSuffix("."))
    }
}
