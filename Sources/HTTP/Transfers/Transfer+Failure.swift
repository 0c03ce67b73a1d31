import Addresses
import CCurl
import Glibc

extension Transfer {
    /// The failure behind curl's code; nil after success, or if lede itself ended the transfer.
    func failure(_ code: CURLcode) -> FetchFailure? {
        if code != CURLE_OK, border.wasDefended { return .ledInside(route.url.shownAddress) }
        if code != CURLE_OK, isRepetition { return unanswered }
        if code != CURLE_OK, proxyStatus >= 300 { return .proxyRefused(status: proxyStatus) }
        return switch code {
        case CURLE_OK: nil
        case CURLE_WRITE_ERROR where answer.isLeft: nil
        case CURLE_WRITE_ERROR where answer.excess != nil: answer.excess
        case CURLE_URL_MALFORMAT: .badAddress(of: route.url)
        case CURLE_UNSUPPORTED_PROTOCOL: route.isOnTheWeb ? .notHTTP : .forbiddenScheme
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: .notHTTP
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
        case CURLE_OPERATION_TIMEDOUT: .timedOut(after: limits.connect, .connection)
        case CURLE_PROXY: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT where isByProxy: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT: handle.figure(CURLINFO_OS_ERRNO) == ECONNREFUSED ? .connectionRefused : .unreachable
        case CURLE_GOT_NOTHING: unanswered
        case CURLE_RECV_ERROR where !answer.hasHead, CURLE_SEND_ERROR where !answer.hasHead: unanswered
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM: .cutOff
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .badCompression
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .insecure
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .untrusted(Distrust(handle.figure(CURLINFO_SSL_VERIFYRESULT)))
        case CURLE_SSL_CACERT_BADFILE: .noAuthorities(request.options.authorityFile ?? "")
        // This is curl's code for a line that is too long.
        case CURLE_OUT_OF_MEMORY where !answer.hasHead: .headersTooLarge
        case CURLE_OUT_OF_MEMORY: .other("out of memory")
        default: .other("the transfer failed: \(handle.curl.words(for: code))")
        }
    }

    private var unanswered: FetchFailure { .unanswered(isPlain: !route.isSecure) }

    private var isByProxy: Bool { if case .server = request.options.proxy { true } else { false } }

    /// The proxy's answer to the request for a tunnel to the server; 0 without such a request.
    private var proxyStatus: Int { handle.figure(CURLINFO_HTTP_CONNECTCODE) }
}

extension Distrust {
    /// From OpenSSL's X509_V_ERR codes (openssl/x509_vfy.h), which don't change.
    fileprivate init(_ code: Int) {
        switch code {
        // The certificate itself is fine so far, so the host name doesn't match.
        case 0, 1, 62: self = .wrongHost
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 9: self = .notYetValid
        case 10: self = .expired
        case 18: self = .selfSigned
        case 23: self = .revoked
        default: self = .other("its certificate is invalid (OpenSSL error \(code))")
        }
    }
}
