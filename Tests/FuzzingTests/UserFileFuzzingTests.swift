import Promises
import TestSupport
import Testing

@Suite struct `Fuzzing of what users, devices and terminals write` {
    @Test(arguments: try FuzzingSeed.all(of: "urls"))
    func `a urls file breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(UrlsPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "opml"))
    func `a list of subscriptions breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "<>&;\"'/", OPMLPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "config"))
    func `a config file breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(ConfigPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "queries"))
    func `a filter or search breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        let promises = try QueryPromises()
        #expect(seed.broken(adding: "\"()-:%_ =~", promises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "input"))
    @MainActor func `what a terminal sends breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "\u{1B}[]~;<M\\", InputPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "newsboat-cache"))
    func `a cache of newsboat breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        let promises = try CachePromises()
        #expect(seed.brokenByChanges(count: 30, promises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/SyncFolderSeeds"))
    func `a file of a shared folder breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) throws {
        let promises = try FolderPromises()
        #expect(seed.brokenByChanges(count: 100, promises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/SyncFolderSeeds").filter { $0.description == "settings.txt" })
    func `settings that devices share break no promise, whatever happens to their bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "\n\"\\~#:, ", SharedFeedPromises.broken) == [])
    }

    @Test(arguments: ["newsboat-cache", "queries", "input", "config"])
    func `fuzzing has seeds`(target: String) throws {
        #expect(try FuzzingSeed.all(of: target).count >= 3)
    }
}
