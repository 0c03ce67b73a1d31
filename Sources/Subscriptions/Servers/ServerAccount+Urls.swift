import Addresses
package import Configuration
import Dispatch
package import FeedServers
import Files
import HTTP
import Locks
package import Processes
package import Refresh

/// The reason why an account can't log in: there is no password, or it can't be had.
package struct NoPassword: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Whether only the command failed or was stopped, so that it may work another time.
    package var mayPass = false
}

extension ServerAccount {
    /// Makes an account ready for logging in, as its line of the urls file says.
    ///
    /// Waits for the command that prints the password, if the line has one; `onStart` gets it, so that it can be
    /// stopped. Never call this on the main queue.
    package init(
        _ line: AccountLine, _ settings: RefreshSettings, _ paths: Paths, running programs: Programs,
        onStart: (ProgramRun) -> Void = { _ in }
    ) throws(NoPassword) {
        let own = line.options
        var options = settings.request.adding(own, paths)
        let netrcFile = options.netrcFile
        // Cookies and the file of logins are for feeds.
        (options.cookieFile, options.netrcFile) = (nil, nil)
        self.init(
            url: line.url, user: own.user ?? "", password: "", options: options,
            mayBeInsecure: own.mayBeInsecure == true)
        if let command = own.passwordCommand {
            password = try Self.password(
                by: Program(shell: command), within: settings.commandTimeout, programs, onStart)
        } else if let password = own.password {
            self.password = password
        } else if let netrcFile, let login = try Self.login(in: netrcFile, at: line.url, for: own.user) {
            (user, password) = login
        } else {
            throw NoPassword(description: "no password: add “#: password-command” below the server's line")
        }
    }

    /// What a program prints as its first line. Waits for it.
    static func password(
        by program: Program, within timeout: Duration, _ programs: Programs,
        _ onStart: (ProgramRun) -> Void = { _ in }
    ) throws(NoPassword) -> String {
        dispatchPrecondition(condition: .notOnQueue(.main))
        var program = program
        program.timeout = timeout
        program.outputLimit = 1 << 20
        let (end, result) = (DispatchSemaphore(value: 0), Locked<Result<[UInt8], ProgramFailure>?>(nil))
        let run = programs.run(program) { outcome in
            result.withLock { $0 = outcome }
            end.signal()
        }
        onStart(run)
        end.wait()
        do throws(ProgramFailure) {
            let output = try (result.withLock { $0 } ?? .failure(.cancelled)).get()
            if let password = LogIn.password(printed: output) { return password }
        } catch {
            throw NoPassword(description: "can't get the password: \(error)", mayPass: true)
        }
        throw NoPassword(description: "the password command printed nothing", mayPass: true)
    }

    private static func login(
        in file: String, at url: String, for user: String?
    ) throws(NoPassword) -> (user: String, password: String)? {
        guard PrivateFiles.exists(file), let host = WebURL(url)?.host else { return nil }
        do throws(FileFailure) {
            let text = String(decoding: try PrivateFiles.read(file, atMost: 1 << 20), as: UTF8.self)
            return Netrc(text).login(at: String(host), for: user)
        } catch {
            throw NoPassword(description: "can't get the password: \(error)")
        }
    }
}

extension ServerKind {
    package init(_ kind: AccountLine.Kind) {
        self =
            switch kind {
            case .greader: .greader
            case .miniflux: .miniflux
            case .fever: .fever
            case .nextcloud: .nextcloud
            case .ttrss: .ttrss
            }
    }
}
