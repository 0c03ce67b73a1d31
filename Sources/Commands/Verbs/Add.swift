import Configuration

extension Verb {
    static let add = Verb(name: "add", operands: "URL", summary: "subscribe to a feed") { arguments in
        let text = arguments.operands[0]
        let address: Address
        do { address = try Address(typed: text) } catch { throw CommandFailure.usage("\(error)") }
        if try UrlsFile(path: arguments.paths().urls).add([NewFeed(address)]).isEmpty {
            Output.complain("“\(text)” is there already")
        }
        return 0
    }
}
