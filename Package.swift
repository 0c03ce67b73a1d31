// swift-tools-version: 6.2
import Glibc
import PackageDescription

// The dependency lists below are the architecture: what a target may import is what stands in its line.
// ARCHITECTURE.md tells what each module is for.

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Where libxml2's headers lie. pkg-config knows, but who asks it has to link the library too, which a start waits for.
    .unsafeFlags(["-Xcc", "-I/usr/include/libxml2"]),
    // So that the linker can leave out single functions: 0.5 MB less in memory.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
    // Debug builds list what the sources name, for editors and to find the tests. What the system's modules name isn't listed
    // again for each module: that was an eighth of a build.
    .unsafeFlags(["-index-ignore-system-modules"], .when(configuration: .debug)),
    // Not in release builds, which people make with toolchains that warn of more than ours does.
    .treatAllWarnings(as: .error, .when(configuration: .debug))
]

/// Events and rows pass through generic code of these modules by the million: other modules compile it for their own types.
let specialised = strict + [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

/// What reads and sets texts is optimised in debug builds, too, since tests read megabytes. Assertions stay.
let quickInTests: [SwiftSetting] = [.unsafeFlags(["-Osize", "-assert-config", "Debug"], .when(configuration: .debug))]

/// The modules that draw on the terminal belong to the main queue as a whole.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

/// How the release binary is linked.
let linking = LinkerSetting.unsafeFlags(
    [
        // Swift's own linker, which knows all of these.
        "-use-ld=lld",
        // The C++ library, of which Swift's runtime uses a little, is linked from its archive: 0.8 MB less in memory.
        "-Xclang-linker", "-static-libgcc",
        // Swift's own list of libraries names the shared one, which is read as an empty file.
        "-Xclang-linker",
        "-Wl,--remap-inputs=*/libstdc++.so=/dev/null,-l:libstdc++.a"
            // The table of other libraries' functions is filled at the start and read-only from then on.
            + ",-znow"
            // Names that nobody looks up are not kept for others to find: 0.8 MB less in memory.
            + ",--no-export-dynamic" + (knowsShortRelocations ? ",-zpack-relative-relocs" : "")
    ],
    .when(configuration: .release))

/// Whether the C library here reads short tables of relocations, as glibc does since 2.36: 1.4 MB less in memory.
var knowsShortRelocations: Bool {
    var name = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
    return strcmp(name, "glibc 2.36") >= 0
}

let package = Package(
    name: "lede",
    targets: [
        // Base: module maps over the system's libraries, and what every module may use.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CLibXML2", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CTerminfo", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(
            name: "CPictures",
            providers: [
                .apt(["libjpeg-dev", "libpng-dev", "libwebp-dev", "libgif-dev", "libavif-dev", "zlib1g-dev"])
            ]),
        .systemLibrary(name: "CSodium"),
        .systemLibrary(name: "CLinux"),
        // Tables of characters, which the C compiler puts into the binary.
        .target(name: "CCharacterTables", exclude: ["Data"]),
        module("System", on: ["CCharacterTables", "CLinux"], settings: specialised + quickInTests),
        module("URLs", on: ["System"], settings: strict + quickInTests),
        module(
            "HTML", on: ["System"],
            resources: [.embedInCode("Source/EncodingLabels.txt"), .embedInCode("Tree/OldDoctypes.txt")],
            settings: specialised + quickInTests),
        module("Patterns", on: ["CLinux"]),

        // Ground: modules that know nothing of each other.
        module("Signals", on: ["System"], settings: specialised),
        module("SQLite", on: ["CSQLite", "System"], settings: specialised),
        module(
            "FeedParser", on: ["CLibXML2", "HTML", "System", "URLs"],
            resources: [.embedInCode("Discovery/KnownSites.txt"), .embedInCode("Text/DateNames.txt")]),
        module(
            "Extraction", on: ["HTML", "System", "URLs"],
            resources: [.embedInCode("Draft/ClassWords.txt"), .embedInCode("Search/AsideWords.txt")]),
        module("HTTP", on: ["CCurl", "System", "URLs"]),
        module("FeedServers", on: ["FeedParser", "HTTP", "System", "URLs"]),
        module("SyncFolder", on: ["CSodium", "System"]),
        module("Typesetting", on: ["HTML", "System", "URLs"], settings: strict + quickInTests),
        module(
            "Configuration", on: ["CLibXML2", "System", "URLs"],
            resources: [.embedInCode("Config/NewsboatOptions.txt")]),
        module(
            "Pictures",
            on: ["CLinux", "CPictures", "System"]),
        module("Terminal", on: ["CLinux", "CTerminfo", "System"], settings: onMainActor),
        module("Player", on: ["CLinux", "System"]),

        // What makes lede of them.
        module(
            "Library",
            on: ["FeedParser", "Patterns", "Signals", "SQLite", "SyncFolder", "System", "Typesetting", "URLs"],
            resources: [.embedInCode("Upkeep/Schema.sql")]),
        module(
            "Refresh",
            on: ["Extraction", "FeedParser", "HTTP", "Library", "Pictures", "Signals", "System", "Typesetting", "URLs"]),
        module("Syncing", on: ["FeedParser", "FeedServers", "Library", "Signals", "SyncFolder", "System"]),
        module(
            "Subscriptions",
            on: [
                "Configuration", "Extraction", "FeedServers", "HTTP", "Library", "Refresh", "Signals", "SyncFolder",
                "Syncing", "System", "URLs"
            ]),
        module(
            "MovingIn",
            on: ["Configuration", "FeedParser", "Library", "SQLite", "Subscriptions", "System", "URLs"]),
        module(
            "ViewModels",
            on: [
                "Configuration", "Library", "MovingIn", "Pictures", "Player", "Refresh", "Signals", "Subscriptions",
                "Syncing", "System", "Typesetting", "URLs"
            ], resources: [.embedInCode("NewsboatOperations.txt")]),
        module(
            "TerminalUI",
            on: [
                "Configuration", "Library", "Patterns", "Pictures", "Player", "Refresh", "Signals", "System",
                "Terminal",
                "Typesetting", "URLs", "ViewModels"
            ],
            settings: onMainActor),
        module(
            "Commands",
            on: [
                "CLinux", "Configuration", "Extraction", "FeedParser", "FeedServers", "HTML", "HTTP", "Library",
                "MovingIn", "Pictures", "Player", "Refresh", "Signals", "Subscriptions", "Syncing", "System",
                "Terminal", "TerminalUI", "Typesetting", "URLs", "ViewModels"
            ]),
        .executableTarget(
            name: "lede", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: [linking]),

        // What serves the tests and the benches, and never ships.
        .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
        .target(
            name: "TestSupport", dependencies: ["CLinux", "CVTerm", "Signals", "System"], path: "Tests/TestSupport",
            swiftSettings: strict + quickInTests),
        // What must hold for all that lede may read: what “make fuzz” and the tests check.
        .target(
            name: "Promises",
            dependencies: [
                "Configuration", "Extraction", "FeedParser", "FeedServers", "HTML", "HTTP", "Library", "MovingIn",
                "Pictures", "Refresh", "SyncFolder", "System", "Terminal", "TestSupport", "URLs"
            ],
            path: "Tests/Fuzzing/Promises", swiftSettings: strict),
        .executableTarget(
            name: "ChaosVictim", dependencies: ["FeedParser", "Library"], path: "Tests/Chaos/Victim",
            swiftSettings: strict),
        .executableTarget(
            name: "ConfinedHelper", dependencies: ["Pictures", "System"], path: "Tests/PictureHelper",
            swiftSettings: strict),
        .executableTarget(
            name: "PictureShow",
            dependencies: [
                "Configuration", "Pictures", "System", "Terminal", "TerminalUI", "Typesetting", "ViewModels"
            ],
            path: "Tests/PictureShow", swiftSettings: onMainActor),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["CCurl", "FeedParser", "Library", "SQLite", "TestSupport"],
            path: "Tests/Benchmarks", swiftSettings: strict),

        tests(of: "System", with: ["ConfinedHelper"]),
        tests(of: "URLs"),
        tests(of: "HTML"),
        tests(of: "Patterns"),
        tests(of: "Signals", with: ["System"]),
        tests(of: "SQLite", with: ["System"]),
        tests(of: "FeedParser", fixtures: true),
        tests(of: "Extraction", with: ["URLs"], fixtures: true),
        tests(of: "HTTP", with: ["System", "URLs"]),
        tests(of: "FeedServers", with: ["FeedParser", "HTTP", "System"]),
        tests(of: "SyncFolder", with: ["System"]),
        tests(of: "Typesetting", fixtures: true),
        tests(of: "Configuration", with: ["System"]),
        tests(of: "Pictures", with: ["ConfinedHelper"], fixtures: true),
        tests(of: "Terminal", settings: onMainActor),
        tests(of: "Player", with: ["System"]),
        tests(of: "Library", with: ["FeedParser", "Signals", "SQLite", "System"], fixtures: true),
        tests(of: "Refresh", with: ["HTTP", "Library", "Pictures", "Signals", "SQLite", "System", "URLs"]),
        tests(
            of: "Syncing",
            with: [
                "FeedParser", "FeedServers", "HTTP", "Library", "Signals", "SQLite", "SyncFolder",
                "System"
            ]),
        tests(of: "MovingIn", with: ["FeedParser", "Library", "SQLite"]),
        tests(
            of: "Subscriptions",
            with: ["Configuration", "FeedServers", "HTTP", "Library", "Refresh", "System"]),
        tests(
            of: "ViewModels",
            with: [
                "Configuration", "FeedParser", "Library", "Refresh", "SQLite", "Signals", "Subscriptions", "System",
                "Typesetting"
            ]),
        tests(
            of: "TerminalUI",
            with: [
                "Commands", "Configuration", "Library", "PictureShow", "Refresh", "Signals",
                "SQLite",
                "Subscriptions", "System", "Terminal", "Typesetting", "ViewModels"
            ],
            settings: onMainActor),
        tests(
            of: "Commands",
            with: [
                "Configuration", "ConfinedHelper", "FeedParser", "Library", "Player", "SQLite", "Signals", "System"
            ]),
        .testTarget(
            name: "FuzzingTests", dependencies: ["Pictures", "Promises", "TestSupport"], swiftSettings: strict),
        tests(of: "TestSupport", with: ["Benchmarks"]),
        tests(
            of: "lede", with: ["CLinux", "ChaosVictim", "Library", "Pictures", "SQLite", "Signals", "System"])
    ] + fuzzers,
    // For #embed.
    cLanguageStandard: .gnu2x
)

// “make sanitize” names the modules whose tests it runs: what these don't need isn't compiled, as a sanitizer's builds take long.
if let modules = Context.environment["LEDE_MODULES"]?.split(separator: " "), !modules.isEmpty {
    var names = Set(modules.map { "\($0)Tests" })
    precondition(names.isSubset(of: package.targets.map(\.name)), "LEDE_MODULES names a module that has no tests")
    // A target stands behind those that it needs.
    for target in package.targets.reversed() where names.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { names.insert(name) }
    }
    package.targets.removeAll { !names.contains($0.name) }
}

/// Only “make fuzz” asks for it: libFuzzer brings its own main, so that without it nothing could be linked.
var fuzzers: [Target] {
    guard Context.environment["LEDE_FUZZ"] != nil else { return [] }
    return [
        .executableTarget(
            name: "Fuzzer", dependencies: ["Pictures", "Promises"],
            path: "Tests/Fuzzing/Fuzzer", swiftSettings: strict)
    ]
}

func module(
    _ name: String, on others: [String] = [], resources: [Resource] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(
        name: name, dependencies: others.map { .init(stringLiteral: $0) }, resources: resources, swiftSettings: settings
    )
}

func tests(
    of module: String, with others: [String] = [], fixtures: Bool = false, settings: [SwiftSetting] = strict
) -> Target {
    let modules = [module] + others + (module == "TestSupport" ? [] : ["TestSupport"])
    return .testTarget(
        name: module + "Tests", dependencies: modules.map { .init(stringLiteral: $0) },
        exclude: fixtures ? ["Fixtures"] : [], swiftSettings: settings)
}
