/// All benchmarks, in the order of their figures.
let allBenchmarks = [
    Benchmark("start", "From exec to the first complete list, on a terminal of 40×120.") {
        try StartBenchmark(report: $0).run()
    },
    Benchmark("keys", "From a key to the last byte of its frame, on a terminal of 40×120.") {
        for size in [Scale.hundredThousand, Scale.million] { try KeysBenchmark(report: $0, size: size).run() }
    },
    Benchmark("memory", "A reader's memory before and after a refresh.") {
        try MemoryBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("rest", "A reader that nobody touches.") { try RestBenchmark(report: $0).run() },
    Benchmark("growth", "How the cost grows with items and with feeds.") { try GrowthBenchmark(report: $0).run() },
    Benchmark("refresh", "A refresh of feeds, first new and then unchanged, and keys meanwhile.") {
        try RefreshBenchmark(report: $0).run()
    },
    Benchmark("ingest", "A first refresh while another process reads.") {
        try IngestBenchmark(report: $0, feeds: 30).run()
    },
    Benchmark("preload", "Pages fetched ahead, and keys meanwhile.") { try PreloadBenchmark(report: $0).run() },
    Benchmark("commands", "Commands of scripts, from exec to the end.") {
        try CommandsBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("library", "Opening, counts, pages, marks and memory of the library.") {
        try LibraryBenchmark(report: $0).run()
    },
    Benchmark("store", "Documents stored in a new library, and stored again.") { try StoreBenchmark(report: $0).run() },
    Benchmark("search", "Searches, snippets and indexing.") { try SearchBenchmark(report: $0).run() },
    Benchmark("filter", "Saved searches and filters.") { try FilterBenchmark(report: $0).run() },
    Benchmark("import", "newsboat's cache imported.") {
        try ImportBenchmark(report: $0, size: Scale.hundredThousand).run()
    },
    Benchmark("sync", "“lede sync” with a feed server that takes 50 ms for each answer, whole processes.") {
        try SyncBenchmark(report: $0).run()
    },
    Benchmark("sync-folder", "“lede sync” with a shared folder, whole processes.") {
        try FolderBenchmark(report: $0).run()
    },
    Benchmark("sync-trouble", "Start and keys while the feed server is down, silent or lying.") {
        try TroubledServerBenchmark(report: $0).run()
    },
    Benchmark("sync-marks", "Marking items that a feed server has.") {
        try SyncedMarkBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("feed-servers", "Lists and items of a feed server, whose own work is included.") {
        try FeedServersBenchmark(report: $0).run()
    },
    Benchmark("pictures", "A photo to what a terminal gets.") { try PicturesBenchmark($0).run() },
    Benchmark("picture-reader", "Kept pictures in the reader: kitty's way, blocks, none.") {
        try PictureReaderBenchmark(report: $0).run()
    },
    Benchmark("typesetting", "HTML to lines, and titles of a list.") { try TypesettingBenchmark(report: $0).run() },
    Benchmark("hostile", "“lede render” of texts made of tags.") { try HostileBenchmark(report: $0).run() },
    Benchmark("html", "Pages to trees.") { try HTMLBenchmark(report: $0).run() },
    Benchmark("html-doubling", "Trees of hostile pages, and how they grow.") {
        try HTMLDoublingBenchmark(report: $0).run()
    },
    Benchmark("extraction", "Pages to articles, beyond the building of their trees.") {
        try ExtractionBenchmark(report: $0).run()
    },
    Benchmark("parser", "Feeds parsed on one core.") { try ParserBenchmark(report: $0).run() },
    Benchmark("urls", "URLs parsed, resolved and written.") { try AddressBenchmark(report: $0).run() },
    Benchmark("urls-file", "A urls file read and changed.") { UrlsBenchmark(report: $0).run() },
    Benchmark("config", "A config file read.") { try ConfigBenchmark(report: $0).run() },
    Benchmark("sqlite", "Rows in and out through the module SQLite.") { try SQLiteBenchmark(report: $0).run() },
    Benchmark("signals", "An event through the signal layer.") { try SignalBenchmark(report: $0).run() },
    Benchmark("ingest-all", "As ingest, with 300 feeds.", isOptional: true) {
        try IngestBenchmark(report: $0, feeds: 300).run()
    },
    Benchmark("import-all", "As import, with a million articles.", isOptional: true) {
        try ImportBenchmark(report: $0, size: Scale.million).run()
    },
    Benchmark("keys-100k", "As keys, only with 100,000 items.", isOptional: true) {
        try KeysBenchmark(report: $0, size: Scale.hundredThousand).run()
    },
    Benchmark("sync-marks-100k", "As sync-marks, with 100,000 items.", isOptional: true) {
        try SyncedMarkBenchmark(report: $0, size: Scale.hundredThousand).run()
    },
    Benchmark("refresh-keys", "Keys while a thousand feeds are refreshed.", isOptional: true) {
        try RefreshBenchmark(report: $0, counts: [1000]).runKeys()
    },
    Benchmark("kept-pages", "Start, search and refresh with many kept pages.", isOptional: true) {
        try KeptPagesBenchmark(report: $0).run()
    },
    Benchmark("refresh-failures", "A refresh of feeds of which many fail.", isOptional: true) {
        try FailingRefreshBenchmark(report: $0).run()
    }
]
