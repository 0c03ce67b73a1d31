import Pictures
import Promises
import TestSupport
import Testing

@Suite struct `Fuzzing of feeds and servers` {
    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/Seeds") + FuzzingSeed.all(in: "Fuzzing/Findings"))
    func `a document breaks no promise of the parser`(seed: FuzzingSeed) {
        #expect(ParserPromises.broken(by: FuzzedInput(seed.bytes)) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "dates"))
    func `a date breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(DatePromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "json"))
    func `JSON breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "{}[],:\"\\", JSONPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "transcripts"))
    func `a transcript or list of chapters breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "<>&{}\\:.,->\n", TranscriptPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "headers"))
    func `the head of an answer breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: ":;=,\r\n \t", HeaderPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "answers"))
    func `what a server answers breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        let promises = AnswerPromises()
        #expect(seed.broken(count: 30, adding: "{}[],:\"\0", promises.broken) == [])
    }
}

@Suite struct `Fuzzing of pages` {
    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/HTMLSeeds"))
    func `a page breaks no promise, cut off anywhere or not`(seed: FuzzingSeed) {
        #expect(seed.brokenByCuts(HTMLPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "charsets"))
    func `text in any encoding breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(CharsetPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "selectors"))
    func `a selector breaks no promise, whatever happens to its bytes`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "[]():>~*/@|", SelectorPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(of: "addresses"))
    func `a damaged URL breaks no promise`(seed: FuzzingSeed) {
        #expect(seed.broken(adding: "/\\:@?#[]%.xn-\n", AddressPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(in: "Fuzzing/HTMLSeeds"))
    func `the article of a page breaks no promise`(seed: FuzzingSeed) {
        #expect(ExtractionPromises.broken(by: seed.bytes) == [])
    }

    @Test(arguments: try FuzzingSeed.all(in: "ExtractionTests/Fixtures"))
    func `the article of a page that is cut off anywhere breaks no promise`(seed: FuzzingSeed) {
        #expect(seed.brokenByCuts(step: 97, ExtractionPromises.broken) == [])
    }

    @Test(arguments: try FuzzingSeed.all(in: "ExtractionTests/Fixtures"))
    func `the article of a page with random changes breaks no promise`(seed: FuzzingSeed) {
        var chance = SplitMix(state: 7)
        for _ in 0..<20 {
            var page = seed.bytes
            for _ in 0..<Int.random(in: 1...40, using: &chance) {
                let place = Int.random(in: page.indices, using: &chance)
                switch Int.random(in: 0...3, using: &chance) {
                case 0: page[place] = .random(in: 0...255, using: &chance)
                case 1: page.removeSubrange(place..<min(place + 30, page.count))
                case 2: page.insert(contentsOf: "</div><table><p>".utf8, at: place)
                default: page.insert(contentsOf: page[place..<min(place + 200, page.count)], at: place)
                }
            }
            #expect(ExtractionPromises.broken(by: page) == [])
        }
    }

    @Test(arguments: try FuzzingSeed.all(in: "PicturesTests/Fixtures"))
    func `every picture keeps what is promised for all, whole and cut`(seed: FuzzingSeed) throws {
        let format: PictureFormat =
            switch seed.description.split(separator: ".").last {
            case "jpg": .jpeg
            case "png": .png
            case "webp": .webp
            case "gif": .gif
            default: .avif
            }
        #expect(seed.brokenByCuts(step: 1 + seed.bytes.count / 50, PicturePromises(format).broken) == [])
        #expect(PicturePromises(format).broken(by: seed.bytes) == [])
    }
}

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

    @Test(arguments: ["newsboat-cache", "queries", "input", "config", "transcripts"])
    func `fuzzing has seeds`(target: String) throws {
        #expect(try FuzzingSeed.all(of: target).count >= 3)
    }
}
