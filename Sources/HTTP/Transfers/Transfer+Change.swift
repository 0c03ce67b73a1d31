import Addresses
import CCurl

/// A request that may change something on the server is sent only once, and only to the requested origin.
extension Transfer {
    /// Passes the method and the body to curl, which copies it for all redirects.
    func setContent() {
        guard request.method.changes else { return }
        handle.setBody(request.body?.bytes ?? [])
        handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Fails unless the request may be sent again to where a redirect has just led. Other redirects than these two ask
    /// for another method (RFC 9110, 15.4).
    func checkRedirectOfChange(status: Int) throws(FetchFailure) {
        guard request.method.changes else { return }
        guard status == 307 || status == 308, route.isAtOrigin else {
            throw .ledElsewhere(String(route.url.shownAddress.prefix(200)))
        }
    }

    /// Whether curl may send the request now. Without an answer on a connection that was already open, curl would send
    /// it again on a new one; but the server may have carried it out.
    func admitsSending() -> Bool {
        isRepetition = isSent && request.method.changes && answer.status == 0
        isSent = true
        return !isRepetition
    }
}
