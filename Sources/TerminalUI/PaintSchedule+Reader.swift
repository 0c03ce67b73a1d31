import Signals
import ViewModels

extension PaintSchedule {
    /// Paints whenever something changes that the screen shows of a reader.
    func follow(_ model: ReaderModel) {
        follow(model.feeds.$entries)
        follow(model.feeds.$cursor, shownIn: [.feedCursor, .foot])
        follow(model.feeds.$weeks)
        follow(model.feeds.$highlighted)
        follow(model.feeds.$paused)
        follow(model.items.$source)
        follow(model.items.loaded.$items)
        follow(model.items.$cursor, shownIn: [.itemCursor, .foot])
        follow(model.items.$selectionStart)
        follow(model.items.$unloadedSelection, shownIn: .foot)
        follow(model.items.loaded.$offset)
        follow(model.items.$news)
        follow(model.highlights.rounds)
        follow(model.rowDetails.rounds)
        follow(model.article.$page)
        follow(model.article.$hints)
        for pager in [model.article, model.failures.text, model.information, model.help] { follow(pager.$search) }
        follow(model.links.$links)
        follow(model.links.$cursor)
        follow(model.failures.text.$page)
        follow(model.failures.$row)
        follow(model.information.$page)
        follow(model.help.$page)
        follow(model.refresh.$progress)
        follow(model.refresh.$fetching)
        follow(model.refresh.$news)
        follow(model.welcome.$offer)
        follow(model.trail.$path)
        follow(model.panes.$arrangement)
        follow(model.session.$prompt)
        follow(model.session.$choice)
        follow(model.finder.rounds)
        follow(model.ages.$ticks)
        follow(model.session.$status, shownIn: .foot)
        follow(model.counting.$count, shownIn: .foot)
        follow(model.session.$config)
    }
}
