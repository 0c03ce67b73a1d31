import Configuration
import Dispatch
import FoundationEssentials
import Library
import MainQueue
import Signals
import Subscriptions

/// What the person has set: what follows from it, how it changes, and what is wrong with it.
@MainActor final class Settings: WorkspaceUser {
    let workspace: Workspace
    /// What is wrong with the config file, and with others that were read like it.
    private(set) var problems: [ConfigProblem] = []
    /// What rows of the lists say; nil where lede lays them out.
    private(set) var (feedFormat, itemFormat) = (RowFormat?.none, RowFormat?.none)
    /// What is set by the files alone, without what keys and commands have set since the start.
    private var configOfFiles: Config
    private let housekeeping: Housekeeping
    private let clock: RefreshClock

    /// The clock asks for the feeds that are due.
    init(_ workspace: Workspace, clock: RefreshClock) {
        self.workspace = workspace
        self.clock = clock
        configOfFiles = workspace.session.config
        housekeeping = Housekeeping(workspace.session.library)
    }

    /// Does what the settings say from now on.
    func take(_ config: Config, in texts: [PagerModel]) {
        for text in texts { text.textWidth = config.number(.textWidth) }
        clock.settings = AutomaticRefresh(config)
        feeds.isGrouped = config.isOn(.groupFeeds)
        feeds.listsFeedsOnce = config.isOn(.listFeedsOnce)
        feeds.showsRead = config.isOn(.showReadFeeds)
        feedFormat = config.rowFormat(.feedlistFormat)
        // Ages are of all lengths, and what stands behind them is to stand in a column.
        let dates = DateColumn(at: Date(), format: config.text(.datetimeFormat), isNarrow: false)
        itemFormat = config.rowFormat(.articlelistFormat, widths: ["D": dates.width])
        session.histories.limit = config.number(.historyLimit)
        workspace.highlights.take(config.articleHighlights.filters)
        feeds.highlights = config.feedHighlights.filters
        items.take(order: config.order, unreadOnly: !config.isOn(.showReadArticles))
        feeds.order = config.feedOrder
        if config.needsFirstTags { feeds.follow(subscriptions.list) }
        items.beginsUnread = config.isOn(.gotoFirstUnread)
        let margin = config.number(.scrolloff)
        if feeds.cursor.margin != margin { feeds.cursor.margin = margin }
        if items.cursor.margin != margin { items.cursor.margin = margin }
    }

    /// Takes the settings as the file has them now; where a line can't be understood, what it said before stays.
    func reconfigure(_ config: Config, problems: [ConfigProblem]) {
        let mended = config.keeping(configOfFiles)
        // A theme that is not there leaves the one that was.
        let config = (try? mended.rebased(from: config, paths)) ?? mended
        let kept = config.keepingChanges(from: configOfFiles, to: session.config)
        var problems = problems
        do throws(ConfigProblem) {
            session.config = try kept.rebased(from: config, paths)
        } catch {
            // What was set behind the colon goes, and why is said.
            session.config = config
            problems.append(error)
        }
        configOfFiles = config
        self.problems = []
        keepHouse()
        status = .done("Reloaded the config file")
        session.whenReconfigured?()
        session.whenReconfigured = nil
        complain(of: problems)
    }

    /// Says what is wrong with the config file, if anything is, and keeps it for the list of failures.
    func complain(of problems: [ConfigProblem]) {
        self.problems += problems.filter { !self.problems.contains($0) }
        tell(
            of: problems.map { problem in
                "\(problem.place.path.split(separator: "/").last ?? ""):\(problem.place.line): \(problem.message)"
            })
    }

    /// Says at the start that what is sent to the terminal may not be what it understands.
    func tell(ofUnknownTerminal type: String, takenFor common: String) {
        guard status == nil else { return }
        let words = type.isEmpty ? "TERM isn't set" : "Unknown terminal type “\(type)”"
        status = .problem("\(words): using \(common)")
    }

    /// Says at the start what is wrong with the urls file, or else what may be wrong with feeds.
    func complainOfUrls() {
        guard status == nil else { return }
        if !subscriptions.exists, place != .welcome { return status = .problem(Self.noUrlsFile) }
        tell(of: subscriptions.problems.isEmpty ? subscriptions.warnings : subscriptions.problems)
    }

    static let noUrlsFile = "The urls file is missing: your feeds stay as they are until you restore it"

    /// Says the first of what is wrong, and where the rest is to be found.
    func tell(of problems: [String]) {
        guard let first = problems.first else { return }
        status = .problem(
            problems.count == 1 ? first : "\(first) (\(key(.showFailures)) for \(problems.count - 1) more)")
    }

    /// Keeps of each feed what the settings say, and folds copies or doesn't, off the main queue.
    func keepHouse() {
        housekeeping.start(config, urls, at: Date()) { [troubles] failure in
            MainQueue.async { troubles.send(failure) }
        }
    }

    /// Takes the feeds of the urls file as it is now. `finish` is called when they are shown, or can't be.
    func followUrls(finish: @escaping @MainActor @Sendable () -> Void = {}) {
        guard subscriptions.exists else { return finish() }
        do {
            try subscriptions.follow { [weak self] in
                self?.feeds.reload()
                self?.workspace.showFirstPlace()
                finish()
            }
        } catch {
            status = .problem("\(error)")
            finish()
        }
    }

    /// Takes the feeds of the urls file, which the person has just edited, and has keys wait for them.
    func reloadUrls() {
        session.change("Reloading the urls file") { [weak self] finish in
            self?.followUrls {
                self?.tellOfReload()
                finish()
            }
        }
    }

    private func tellOfReload() {
        if !subscriptions.exists {
            status = .problem(Self.noUrlsFile)
        } else if !subscriptions.problems.isEmpty {
            tell(of: subscriptions.problems)
        } else if status?.isProblem != true {
            status = .done("Reloaded the urls file")
        }
    }

    /// Sets something until lede is left.
    func set(_ setting: Setting, to value: String) { set([.typed(setting.name), .typed(value)]) }

    /// Turns a yes into a no, and back.
    func turn(_ setting: Setting) { set([.typed(setting.name + "!")]) }

    /// Sets something until lede is left, for keys that do so.
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
    /// Whether the list of feeds shows which of a feed's tags is the first, which only the urls file says.
    fileprivate var needsFirstTags: Bool {
        feedOrder.unreversed == .firstTag || isOn(.listFeedsOnce) || text(.feedlistFormat).contains("T")
    }

    /// Nil where the setting is empty.
    fileprivate func rowFormat(_ setting: Setting, widths: [Character: Int] = [:]) -> RowFormat? {
        let text = text(setting)
        return text.isEmpty ? nil : RowFormat(text, widths: widths)
    }
}
