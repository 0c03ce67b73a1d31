import CLinux
package import Dispatch
import Glibc

/// Reports when the machine gains or loses its way to other networks. The kernel tells it (rtnetlink), without polling.
package final class NetworkWatch: Sendable {
    private let source: Locked<any DispatchSourceRead>
    private let queue: DispatchQueue
    private let calm: DispatchTimeInterval
    private let tell: @Sendable (Bool) -> Void
    private let state: Locked<State>

    private struct State {
        var hasRoute: Bool
        var isLooking = false
    }

    /// Nil if the kernel reports nothing. `tell` is called on `queue` when `hasRoute` has changed, once for everything
    /// that happens within `calm`.
    package init?(
        on queue: DispatchQueue, calm: DispatchTimeInterval = .milliseconds(300),
        tell: @escaping @Sendable (_ hasRoute: Bool) -> Void
    ) {
        let descriptor = lede_route_socket()
        guard descriptor >= 0 else { return nil }
        (self.queue, self.calm, self.tell) = (queue, calm, tell)
        source = Locked(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
        // After the socket is bound, so that no change is missed.
        state = Locked(State(hasRoute: Self.hasRoute))
        source.withLock { source in
            source.setEventHandler { [weak self] in
                Self.discardMessages(from: descriptor)
                self?.lookSoon()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }
    }

    deinit { source.withLock { $0.cancel() } }

    /// Whether the machine had a route when this last looked.
    package var hasRoute: Bool { state.withLock { $0.hasRoute } }

    private func lookSoon() {
        let isFirst = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + calm) { [weak self] in self?.look() }
    }

    private func look() {
        let now = Self.hasRoute
        let isChanged = state.withLock { state in
            defer { (state.hasRoute, state.isLooking) = (now, false) }
            return state.hasRoute != now
        }
        if isChanged { tell(now) }
    }

    private static func discardMessages(from descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while recv(descriptor, buffer.baseAddress, buffer.count, 0) > 0 {}
        }
    }
}

extension NetworkWatch {
    /// Whether the machine has a route to the public network. Sends nothing: it only asks the kernel which way a datagram
    /// to a root name server would take.
    package static var hasRoute: Bool { hasRoute("198.41.0.4", AF_INET) || hasRoute("2001:503:ba3e::2:30", AF_INET6) }

    private static func hasRoute(_ address: String, _ family: Int32) -> Bool {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        if family == AF_INET {
            var target = sockaddr_in()
            target.sin_family = sa_family_t(family)
            target.sin_port = 53
            inet_pton(family, address, &target.sin_addr)
            return isReached(&target, by: descriptor)
        }
        var target = sockaddr_in6()
        target.sin6_family = sa_family_t(family)
        target.sin6_port = 53
        inet_pton(family, address, &target.sin6_addr)
        return isReached(&target, by: descriptor)
    }

    private static func isReached<Target>(_ target: inout Target, by descriptor: Int32) -> Bool {
        withUnsafeBytes(of: &target) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return connect(descriptor, start, socklen_t(bytes.count)) == 0
        }
    }
}
