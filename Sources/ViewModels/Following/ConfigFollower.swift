package import Configuration
import Files
import MainQueue
import Signals

/// Has the reader follow what the person writes into the config and urls files while it is open.
@MainActor package final class ConfigFollower {
    private let paths: Paths
    private let model: ReaderModel
    private var config: Config
    /// Nil where there is no urls file, or none that can be read.
    private var urls: UrlsList?
    private var watch: ConfigWatch?
    private let problems: @MainActor (Config) -> [ConfigProblem]

    /// Follows from the files on that the model began with; `problems` tells what is wrong with a config file.
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
        // The first screen need not wait for it.
        MainQueue.async { [weak self] in
            if let self { self.model.complain(of: self.problems(self.config)) }
        }
        // Also what was written between the reading of the files and now.
        if !files.areUnchanged { takeChanges() }
    }

    private func follow() {
        do {
            watch = try ConfigWatch(config.files + [paths.urls]) { [weak self] in
                MainQueue.async { self?.takeChanges() }
            }
        } catch {
            model.say(.unwatched(error))
        }
    }

    private func takeChanges() {
        // Before anything is read, so that no change is missed that comes meanwhile.
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
