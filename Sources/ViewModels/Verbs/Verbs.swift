/// Everything that can be done to feeds and items, by keys, mouse, macros or the command line.
@MainActor final class Verbs {
    let arranging: Arranging
    let browsing: Browsing
    let commanding: Commanding
    let counting: Counting
    let keeping: Keeping
    let managing: ManagingFeeds
    let marking: Marking
    let preloading: Preloading
    let programs: Programs
    let refreshing: Refreshing
    let settings: Settings
    let sharing: Sharing
    let showingPages: ShowingPages
    let showingPictures: ShowingPictures
    let subscribing: Subscribing
    let tagging: Tagging
    let undoing: Undoing

    init(
        _ workspace: Workspace, navigation: Navigation, perform: @escaping @MainActor (Operation) -> Void,
        performGiven: @escaping @MainActor (GivenOperation) -> Void
    ) {
        browsing = Browsing(workspace, navigation: navigation)
        counting = Counting(workspace)
        programs = Programs(workspace, browsing: browsing)
        keeping = Keeping(workspace, programs: programs, browsing: browsing)
        managing = ManagingFeeds(workspace, perform: perform)
        marking = Marking(workspace, navigation: navigation)
        refreshing = Refreshing(workspace)
        settings = Settings(workspace, refreshing: refreshing)
        sharing = Sharing(workspace)
        let fetchingPages = FetchingPages(workspace)
        let fetchingPictures = FetchingPictures(workspace)
        preloading = Preloading(
            workspace, fetching: fetchingPages, pictures: fetchingPictures, refreshing: refreshing)
        showingPages = ShowingPages(workspace, fetching: fetchingPages)
        showingPictures = ShowingPictures(workspace, fetching: fetchingPictures)
        subscribing = Subscribing(workspace, navigation: navigation, refreshing: refreshing)
        tagging = Tagging(workspace)
        undoing = Undoing(workspace, refreshing: refreshing)
        arranging = Arranging(workspace, navigation: navigation, settings: settings)
        commanding = Commanding(
            workspace, arranging: arranging, keeping: keeping, settings: settings, perform: perform,
            performGiven: performGiven)
    }
}
