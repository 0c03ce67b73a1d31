package import Configuration
import Files
import MainQueue
import Signals

/// Applies changes of the config and urls files while the reader is open.
@MainActor package final class ConfigFollower {
    private let paths: Paths
    private let model: ReaderModel
    private var config: Config
    /// Nil if there is no readable urls file.
    private var urls: UrlsList?
    private var watch: ConfigWatch?
    private let problems: @MainActor (Config) -> [ConfigProblem]

    /// Follows changes since `files` were read. `problems` finds the problems of a config file.
    package init(
        _ model: ReaderModel, _ files: ReaderFiles, paths: Paths,
        problems: @escaping @MainActor (Config) -> [ConfigProblem]
    ) {
        self.model = model
        self.problems = problems
        config = files.config.config
        self.paths = paths
        urls = PrivateFiles.exists(paths.urls) ? model.urls : nil
        follow()
        // After the first screen, which needn't wait for it.
        MainQueue.async { [weak self] in
            if let self { self.model.complain(of: self.problems(self.config)) }
        }
        // Changes made between reading the files and now.
        if !files.areUnchanged { readChanges() }
    }

    private func follow() {
        do {
            watch = try ConfigWatch(config.files + [paths.urls]) { [weak self] in
                MainQueue.async { self?.readChanges() }
            }
        } catch {
            model.say(.unwatched(error))
        }
    }

    private func readChanges() {
        // Before reading, so that no later change is missed.
        follow()
        let config = Config.read(paths)
        if config != self.config {
            let hasOtherFiles = config.files != self.config.files
            self.config = config
            if hasOtherFiles { follow() }
            model.reconfigure(config, problems: problems(config))
        }
        let urls = (try? PrivateFiles.read(paths.urls)).map { UrlsList($0) }
        if urls != self.urls {
            self.urls = urls
            model.followUrls()
        }
    }
}
