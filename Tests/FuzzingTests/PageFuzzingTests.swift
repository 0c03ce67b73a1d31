import Pictures
import Promises
import TestSupport
import Testing

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
