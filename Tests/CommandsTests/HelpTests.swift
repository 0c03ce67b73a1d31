import Testing

@testable import Commands

@Suite struct `The help of a command` {
    @Test(arguments: (Verb.all + Verb.unlisted).map(\.name))
    func `has paragraphs that break where the terminal wants it`(name: String) throws {
        let verb = try #require((Verb.all + Verb.unlisted).first { $0.name == name })
        #expect(verb.details.allSatisfy { !$0.contains("\n") })
    }

    @Test(arguments: Verb.all.map(\.name))
    func `has a summary of at most eight words`(name: String) throws {
        let verb = try #require(Verb.all.first { $0.name == name })
        #expect(verb.summary.split(separator: " ").count <= 8)
        #expect(verb.summary.first?.isLowercase == true && !verb.summary.hasSuffix("."))
    }
}
