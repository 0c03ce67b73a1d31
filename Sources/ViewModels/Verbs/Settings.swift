import Configuration
import Dispatch
import FoundationEssentials
import Library
import Signals
import Subscriptions
import System

/// Applies the settings, changes them, and reports their problems.
@MainActor final class Settings: WorkspaceUser {
    let workspace: Workspace
    /// The problems of the config file, and of other files read with `source`.
    private(set) var problems: [ConfigProblem] = []
    /// The user's formats for rows; nil for lede's own.
    private(set) var (feedFormat, itemFormat) = (RowFormat?.none, RowFormat?.none)
    /// The settings in the files, without those that keys and commands have changed.
    private var configOfFiles: Config
    private let housekeeping: Housekeeping
    private let refreshing: Refreshing

    /// `refreshing` starts automatic refreshes.
    init(_ workspace: Workspace, refreshing: Refreshing) {
        self.workspace = workspace
        self.refreshing = refreshing
        configOfFiles = workspace.session.config
        housekeeping = Housekeeping(workspace.session.library)
    }

    /// Applies the settings.
    func apply(_ config: Config, in texts: [PagerModel]) {
        for text in texts { text.textWidth = config.number(.textWidth) }
        refreshing.follow(config)
        feeds.isGrouped = config.isOn(.groupFeeds)
        feeds.listsFeedsOnce = config.isOn(.listFeedsOnce)
        feeds.showsRead = config.isOn(.showReadFeeds)
        feedFormat = config.rowFormat(.feedlistFormat)
        // Ages have different lengths, but what follows them must stand in a column.
        let dates = DateColumn(at: Date(), format: config.text(.datetimeFormat), isNarrow: false)
        itemFormat = config.rowFormat(.articlelistFormat, widths: ["D": dates.width])
        session.histories.limit = config.number(.historyLimit)
        workspace.highlights.apply(config.articleHighlights.filters)
        feeds.highlights = config.feedHighlights.filters
        items.apply(order: config.order, unreadOnly: !config.isOn(.showReadArticles))
        feeds.order = config.feedOrder
        if config.needsFirstTags { feeds.follow(subscriptions.list) }
        items.beginsUnread = config.isOn(.gotoFirstUnread)
        let margin = config.number(.scrolloff)
        if feeds.cursor.margin != margin { feeds.cursor.margin = margin }
        if items.cursor.margin != margin { items.cursor.margin = margin }
    }

    /// Applies the changed config file. If a line is invalid, its old meaning stays.
    func reconfigure(_ config: Config, problems: [ConfigProblem]) {
        let mended = config.keeping(configOfFiles)
        // If a theme is missing, the old one stays.
        let config = (try? mended.rebased(from: config, paths)) ?? mended
        let kept = config.keepingChanges(from: configOfFiles, to: session.config)
        var problems = problems
        do throws(ConfigProblem) {
            session.config = try kept.rebased(from: config, paths)
        } catch {
            // Drops the settings from the command line, and says why.
            session.config = config
            problems.append(error)
        }
        configOfFiles = config
        self.problems = []
        cleanUpLibrary()
        status = .done("Reloaded the config file")
        session.whenReconfigured?()
        session.whenReconfigured = nil
        complain(of: problems)
    }

    /// Reports the problems of the config file, and keeps them for the list of failures.
    func complain(of problems: [ConfigProblem]) {
        self.problems += problems.filter { !self.problems.contains($0) }
        tell(
            of: problems.map { problem in
                "\(problem.place.path.split(separator: "/").last ?? ""):\(problem.place.line): \(problem.message)"
            })
    }

    /// Says at the start that the terminal may not understand what lede sends.
    func tell(ofUnknownTerminal type: String, takenFor common: String) {
        guard status == nil else { return }
        let words = type.isEmpty ? "TERM isn't set" : "Unknown terminal type “\(type)”"
        status = .problem("\(words): using \(common)")
    }

    /// Reports at the start the problems of the urls file; if there are none, its warnings.
    func complainOfUrls() {
        guard status == nil else { return }
        if !subscriptions.exists, place != .welcome { return status = .problem(Self.noUrlsFile) }
        tell(of: subscriptions.problems.isEmpty ? subscriptions.warnings : subscriptions.problems)
    }

    private static let reloaded = "Reloaded the urls file"
    static let noUrlsFile = "The urls file is missing: your feeds stay as they are until you restore it"

    /// Reports the first problem, and where to find the others.
    func tell(of problems: [String]) {
        guard let first = problems.first?.asSentence else { return }
        status = .problem(
            problems.count == 1 ? first : "\(first) (\(key(.showFailures)) for \(problems.count - 1) more)")
    }

    /// Deletes old items and updates duplicates as the settings require, off the main queue.
    func cleanUpLibrary() {
        housekeeping.start(config, urls, at: Date()) { [troubles] failure in
            MainQueue.async { troubles.send(failure) }
        }
    }

    /// Follows the current urls file. Calls `finish` when its feeds are shown, or on failure.
    func followUrls(finish: @escaping @MainActor @Sendable () -> Void = {}) {
        guard subscriptions.exists else {
            status = .problem(Self.noUrlsFile)
            return finish()
        }
        if status == .problem(Self.noUrlsFile) { status = .done(Self.reloaded) }
        do {
            try subscriptions.follow { [weak self] in
                self?.feeds.reload()
                self?.workspace.showFirstPlace()
                self?.refreshing.handleChangedFeeds()
                finish()
            }
        } catch {
            status = .problem(error)
            finish()
        }
    }

    /// Follows the urls file after the user has edited it. Keys wait for that.
    func reloadUrls() {
        session.change("Reloading the urls file") { [weak self] finish in
            self?.followUrls {
                self?.tellOfReload()
                finish()
            }
        }
    }

    private func tellOfReload() {
        if subscriptions.exists, !subscriptions.problems.isEmpty {
            tell(of: subscriptions.problems)
        } else if status?.isProblem != true {
            status = .done(Self.reloaded)
        }
    }

    /// Changes a setting until lede ends.
    func set(_ setting: Setting, to value: String) { set([.typed(setting.name), .typed(value)]) }

    /// Toggles a setting until lede ends.
    func turn(_ setting: Setting) { set([.typed(setting.name + "!")]) }

    /// Changes a setting until lede ends. `words` are those after “set”.
    func set(_ words: [ConfigWord]) {
        var config = self.config
        do throws(ConfigProblem) {
            try config.set(words[...])
            session.config = try config.rebased(from: session.config, paths)
        } catch {
            status = .problem(error.message)
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
