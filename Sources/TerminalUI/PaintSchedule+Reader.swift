import Signals
import ViewModels

extension PaintSchedule {
    /// Paints whenever a property of the reader changes that the screen shows.
    func follow(_ model: ReaderModel) {
        for place in Place.allCases { model.view(of: place).follow(by: self) }
        follow(model.refresh.$progress)
        follow(model.refresh.$fetching)
        follow(model.preloading.$progress)
        follow(model.connection.$isOffline)
        follow(model.sync.$isRunning)
        follow(model.sync.$agreement)
        follow(model.sync.$progress)
        follow(model.sync.$accounts)
        follow(model.refresh.$news)
        follow(model.pictures.$changes)
        follow(model.trail.$path)
        follow(model.panes.$arrangement)
        follow(model.session.$prompt)
        follow(model.session.$choice)
        follow(model.ages.$ticks)
        follow(model.session.$status, shownIn: .foot)
        follow(model.counting.$count, shownIn: .foot)
        follow(model.session.$config)
    }
}
