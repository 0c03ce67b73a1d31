import Dispatch
import Signals
import System

/// Whether lede can use the network. It can't if the user says so, if the machine has no route, or if no server answers.
@MainActor package final class NetworkState {
    @Published package private(set) var isOffline = false
    /// Whether the user has said so.
    private(set) var isSwitchedOff = false { didSet { update() } }
    /// Whether the machine has a route to other networks, as far as lede knows.
    private var hasRoute = true { didSet { update() } }
    /// Whether several servers were asked last, and none answered.
    private var isSilent = false { didSet { update() } }
    private var watch: NetworkWatch?

    /// Whether it makes sense to ask a server.
    var isWorthTrying: Bool { !isSwitchedOff && hasRoute }

    /// Follows the machine's routes. Called once the first screen is painted.
    func followRoutes() {
        watch = NetworkWatch(on: .main) { [weak self] hasRoute in
            MainQueue.assume { self?.handle(hasRoute: hasRoute) }
        }
        if let watch { hasRoute = watch.hasRoute }
    }

    func handle(hasRoute: Bool) {
        // A new network gets a new chance.
        isSilent = false
        self.hasRoute = hasRoute
    }

    func toggle() { isSwitchedOff.toggle() }

    /// Notes that a server answered. It may be on a network without a way out.
    func recordAnswer() {
        if !hasRoute { hasRoute = true }
        if isSilent { isSilent = false }
    }

    /// Notes that several servers were asked, and none answered.
    func recordSilence() { isSilent = true }

    private func update() {
        let isOffline = isSwitchedOff || !hasRoute || isSilent
        if isOffline != self.isOffline { self.isOffline = isOffline }
    }
}
