package import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals
import Subscriptions
import System
import Typesetting

/// Applies the settings, changes them, and reports their problems.
@MainActor package final class ChangingSettings: ReaderPart {
    unowned let reader: ReaderModel
    /// The problems of the config file, and of other files read with `source`.
    private(set) var problems: [ConfigProblem] = []
    /// The user's formats for rows; nil for lede's own.
    private(set) var (feedFormat, itemFormat) = (RowFormat?.none, RowFormat?.none)
    /// The settings in the files, without those that keys and commands have changed.
    private var configOfFiles: Config
    private let housekeeping: Housekeeping

    /// `refreshing` starts automatic refreshes.
    init(_ reader: ReaderModel) {
        self.reader = reader
        configOfFiles = reader.session.config
        housekeeping = Housekeeping(reader.session.library)
    }

    /// Applies the settings.
    func apply(_ config: Config, in texts: [PagerModel]) {
        for text in texts { text.textWidth = config.number(.textWidth) }
        reader.actions.refreshing.follow(config)
        reader.panes.areOn = config.isOn(.panes)
        reader.feeds.isGrouped = config.isOn(.groupFeeds)
        reader.feeds.listsFeedsOnce = config.isOn(.listFeedsOnce)
        reader.feeds.showsRead = config.isOn(.showReadFeeds)
        feedFormat = config.rowFormat(.feedlistFormat)
        // Ages have different lengths, but what follows them must stand in a column.
        let dates = DateColumn(at: Date(), format: config.text(.datetimeFormat), isNarrow: false)
        itemFormat = config.rowFormat(.articlelistFormat, widths: ["D": dates.width])
        session.histories.limit = config.number(.historyLimit)
        reader.highlights.apply(config.articleHighlights.filters)
        reader.feeds.highlights = config.feedHighlights.filters
        reader.items.apply(order: config.order, unreadOnly: !config.isOn(.showReadArticles))
        reader.feeds.order = config.feedOrder
        if config.needsFirstTags { reader.feeds.follow(reader.subscriptions.list) }
        reader.items.beginsUnread = config.isOn(.gotoFirstUnread)
        let margin = config.number(.scrolloff)
        if reader.feeds.cursor.margin != margin { reader.feeds.cursor.margin = margin }
        if reader.items.cursor.margin != margin { reader.items.cursor.margin = margin }
    }

    /// Applies the changed config file. If a line is invalid, its old meaning stays.
    func reconfigure(_ config: Config, problems: [ConfigProblem]) {
        let mended = config.keeping(configOfFiles)
        // If a theme is missing, the old one stays.
        let config = (try? mended.rebased(from: config, session.paths)) ?? mended
        let kept = config.keepingChanges(from: configOfFiles, to: session.config)
        var problems = problems
        do throws(ConfigProblem) {
            session.config = try kept.rebased(from: config, session.paths)
        } catch {
            // Drops the settings from the command line, and says why.
            session.config = config
            problems.append(error)
        }
        configOfFiles = config
        self.problems = []
        cleanUpLibrary()
        session.status = .done("Reloaded the config file")
        session.whenReconfigured?()
        session.whenReconfigured = nil
        complain(of: problems)
    }

    /// Reports the problems of the config file, and keeps them for the list of failures.
    package func complain(of problems: [ConfigProblem]) {
        self.problems += problems.filter { !self.problems.contains($0) }
        tell(
            of: problems.map { problem in
                "\(problem.place.path.split(separator: "/").last ?? ""):\(problem.place.line): \(problem.message)"
            })
    }

    /// Says at the start that the terminal may not understand what lede sends.
    package func tell(ofUnknownTerminal type: String, takenFor common: String) {
        guard session.status == nil else { return }
        let words = type.isEmpty ? "TERM isn't set" : "Unknown terminal type “\(type)”"
        session.status = .problem("\(words): using \(common)")
    }

    /// Reports at the start the problems of the urls file; if there are none, its warnings.
    package func complainOfUrls() {
        guard session.status == nil else { return }
        if !reader.subscriptions.exists, reader.screen != .welcome { return session.status = .problem(Self.noUrlsFile) }
        tell(of: reader.subscriptions.problems.isEmpty ? reader.subscriptions.warnings : reader.subscriptions.problems)
    }

    private static let reloaded = "Reloaded the urls file"
    static let noUrlsFile = "The urls file is missing: your feeds stay as they are until you restore it"

    /// Reports the first problem, and where to find the others.
    func tell(of problems: [String]) {
        guard let first = problems.first?.asSentence else { return }
        session.status = .problem(
            problems.count == 1 ? first : "\(first) (\(session.key(.showFailures)) for \(problems.count - 1) more)")
    }

    /// Deletes old items and updates duplicates as the settings require, off the main queue.
    package func cleanUpLibrary() {
        housekeeping.start(session.config, reader.subscriptions.list, session.paths, at: Date()) {
            [troubles = session.troubles] failure in
            MainQueue.async { troubles.send(failure) }
        }
    }

    /// Follows the current urls file. Calls `finish` when its feeds are shown, or on failure.
    func followUrls(finish: @escaping @MainActor @Sendable () -> Void = {}) {
        guard reader.subscriptions.exists else {
            session.status = .problem(Self.noUrlsFile)
            return finish()
        }
        if session.status == .problem(Self.noUrlsFile) { session.status = .done(Self.reloaded) }
        do {
            try reader.subscriptions.follow { [weak self] in
                self?.reader.feeds.reload()
                self?.reader.showFirstScreen()
                self?.reader.actions.refreshing.handleChangedFeeds()
                finish()
            }
        } catch {
            session.status = .problem(error)
            finish()
        }
    }

    /// Follows the urls file after the user has edited it. Keys wait for that.
    package func reloadUrls() {
        session.change("Reloading the urls file") { [weak self] finish in
            self?.followUrls {
                self?.tellOfReload()
                finish()
            }
        }
    }

    private func tellOfReload() {
        if reader.subscriptions.exists, !reader.subscriptions.problems.isEmpty {
            tell(of: reader.subscriptions.problems)
        } else if session.status?.isProblem != true {
            session.status = .done(Self.reloaded)
        }
    }

    /// Changes a setting until lede ends.
    func set(_ setting: Setting, to value: String) { set([.typed(setting.name), .typed(value)]) }

    /// How the user has arranged lists by keys: each setting with its value and that in the files.
    var arrangements: Set<String> {
        Set(
            Self.ofLists.compactMap { setting in
                let (now, written) = (session.config.text(setting), configOfFiles.text(setting))
                return now == written ? nil : "\(setting.name) \(now) \(written)"
            })
    }

    /// Arranges lists as the user left them, unless the files have changed since.
    func restore(_ arrangements: Set<String>) {
        for setting in Self.ofLists {
            let parts = arrangements.map { $0.split(separator: " ") }.first { $0.count == 3 && $0[0] == setting.name }
            if let parts, parts[2] == configOfFiles.text(setting) { set(setting, to: String(parts[1])) }
        }
    }

    private static let ofLists: [Setting] = [.showReadFeeds, .showReadArticles, .feedSortOrder, .articleSortOrder]

    /// Toggles a setting until lede ends.
    func turn(_ setting: Setting) { set([.typed(setting.name + "!")]) }

    /// Changes a setting until lede ends. `words` are those after “set”.
    package func set(_ words: [ConfigWord]) {
        var config = self.session.config
        do throws(ConfigProblem) {
            try config.set(words[...])
            session.config = try config.rebased(from: session.config, session.paths)
        } catch {
            session.status = .problem(error.message)
        }
    }
}

extension Config {
    /// Whether the list of feeds needs the feeds' first tags, which only the urls file knows.
    fileprivate var needsFirstTags: Bool {
        feedOrder.unreversed == .firstTag || isOn(.listFeedsOnce) || text(.feedlistFormat).contains("T")
    }

    /// Nil if the setting is empty.
    fileprivate func rowFormat(_ setting: Setting, widths: [Character: Int] = [:]) -> RowFormat? {
        let text = text(setting)
        return text.isEmpty ? nil : RowFormat(text, widths: widths)
    }
}
