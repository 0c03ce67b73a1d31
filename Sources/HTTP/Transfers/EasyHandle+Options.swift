import CCurl

extension EasyHandle {
    /// Sets the options that stay the same across redirects.
    func setOptions(_ options: RequestOptions, _ limits: Limits, userAgent: String) {
        set(CURLOPT_USERAGENT, options.userAgent.flatMap { $0.fitsHeader ? $0 : nil } ?? userAgent)
        // An empty list means every compression that curl supports.
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // It also determines how many addresses of a host curl tries.
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, limits.connect.milliseconds))
        // Without it curl would use SIGALRM, which may reach any thread, for its timeouts.
        set(CURLOPT_NOSIGNAL, true)
        // Giving up a transfer must not wait for the lookup of its host.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_COOKIEFILE, options.cookieFile ?? "")
        setProxy(options.proxy)
        setTrust(options)
    }

    /// Sends no cookies from the user's file any more.
    func forgetCookies() {
        set(CURLOPT_COOKIEFILE, nil as String?)
        set(CURLOPT_COOKIELIST, "ALL")
    }

    func setVerification(_ isOn: Bool) {
        set(CURLOPT_SSL_VERIFYPEER, isOn)
        set(CURLOPT_SSL_VERIFYHOST, isOn ? 2 : 0)
    }

    func setAuthentication(_ authentication: Authentication?) {
        switch authentication {
        case .basic(let credentials): set(credentials, lede_curl_basic)
        case .digest(let credentials): set(credentials, lede_curl_digest)
        case .any(let credentials): set(credentials, lede_curl_basic | lede_curl_digest)
        case .bearer, nil: set(nil, lede_curl_basic | lede_curl_digest)
        }
    }

    func setNetrc(_ file: String?) {
        set(CURLOPT_NETRC, Int((file == nil ? CURL_NETRC_IGNORED : CURL_NETRC_OPTIONAL).rawValue))
        set(CURLOPT_NETRC_FILE, file)
    }

    private func set(_ credentials: Credentials?, _ ways: Int) {
        set(CURLOPT_USERNAME, credentials?.name)
        set(CURLOPT_PASSWORD, credentials?.password)
        set(CURLOPT_HTTPAUTH, ways)
    }

    private func setProxy(_ proxy: Proxy) {
        switch proxy {
        case .fromEnvironment: break
        case .direct: set(CURLOPT_PROXY, "")
        case .server(let address, let credentials):
            set(CURLOPT_PROXY, address)
            set(CURLOPT_PROXYUSERNAME, credentials?.name)
            set(CURLOPT_PROXYPASSWORD, credentials?.password)
            set(CURLOPT_PROXYAUTH, lede_curl_basic | lede_curl_digest)
        }
    }

    private func setTrust(_ options: RequestOptions) {
        if let file = options.authorityFile { set(CURLOPT_CAINFO, file) }
        // With a folder of authorities besides the file, as Debian has it, curl reads the whole file for each
        // connection, in 20 ms. Without the folder it caches the file.
        if options.authorityFile != nil || Curl.hasAuthorityFile { set(CURLOPT_CAPATH, nil as String?) }
    }
}
