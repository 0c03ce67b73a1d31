import Signals
import ViewModels

extension PaintSchedule {
    /// Paints whenever something changes that the screen shows of a reader.
    func follow(_ model: ReaderModel) {
        for place in Place.allCases { model.view(of: place).follow(by: self) }
        follow(model.refresh.$progress)
        follow(model.refresh.$fetching)
        follow(model.refresh.$news)
        follow(model.$path)
        follow(model.panes.$arrangement)
        follow(model.$prompt)
        follow(model.$choice)
        follow(model.ages.$ticks)
        follow(model.$status, shownIn: .foot)
        follow(model.$count, shownIn: .foot)
        follow(model.$config)
    }
}
