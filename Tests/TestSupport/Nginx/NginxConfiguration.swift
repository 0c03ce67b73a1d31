import Foundation
import Glibc

/// The configuration of nginx and the files that it serves.
struct NginxConfiguration {
    /// The folder where nginx's package was unpacked.
    var root: String
    var ports: [Nginx.Site: UInt16]

    func write(to folder: String) throws {
        let files = [
            ("nginx.conf", text), ("passwords", "reader:{PLAIN}secret\n"), ("site.conf", site),
            ("feed.xml", Self.feed), ("private.xml", Self.feed),
            ("large.xml", String(repeating: "<item/>\n", count: 1 << 20))
        ]
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    }

    private static let feed =
        "<rss version=\"2.0\"><channel><title>A feed</title>\(String(repeating: "<item/>", count: 500))</channel></rss>\n"

    private var text: String {
        """
        daemon off;
        worker_processes 1;
        \(geteuid() == 0 ? "user root;" : "")
        pid nginx.pid;
        \(brotliModule)
        events { worker_connections 512; }
        http {
            access_log off;
            client_body_temp_path body;
            proxy_temp_path proxy;
            fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi;
            scgi_temp_path scgi;
            types { application/rss+xml xml; }
            server { listen \(address(.plain)); include site.conf; }
            \(secureServer(.secure, certificate: "good"))
            \(secureServer(.closing, certificate: "good"))
            \(secureServer(.expired, certificate: "expired"))
            \(secureServer(.otherHost, certificate: "other"))
            \(secureServer(.selfSigned, certificate: "self"))
            server {
                listen \(address(.proxy));
                location / { proxy_pass http://$http_host$request_uri; proxy_set_header Via "1.1 nginx"; }
            }
        }
        """
    }

    private var site: String {
        """
        root .;
        location = /feed.xml { }
        location = /large.xml { }
        location = /gzip.xml { alias feed.xml; gzip on; gzip_types *; }
        \(brotliModule.isEmpty ? "" : "location = /brotli.xml { alias feed.xml; brotli on; brotli_types *; }")
        location = /private.xml { auth_basic feeds; auth_basic_user_file passwords; }
        location = /moved.xml { return 301 /feed.xml; }
        location = /elsewhere { return 302 $arg_to; }
        location = /session { return 200 "$ssl_session_reused"; }
        location = /asked {
            default_type text/plain;
            return 200 "$server_protocol $connection $connection_requests $http_user_agent";
        }
        """
    }

    private func secureServer(_ site: Nginx.Site, certificate: String) -> String {
        let closes = site == .closing
        return """
            server {
                listen \(address(site)) ssl\(closes ? "" : " http2");
                \(closes ? "ssl_protocols TLSv1.3; keepalive_timeout 0;" : "")
                ssl_certificate \(certificate).pem;
                ssl_certificate_key \(certificate).key;
                include site.conf;
            }
            """
    }

    private func address(_ site: Nginx.Site) -> String { "127.0.0.1:\(ports[site] ?? 0)" }

    private var brotliModule: String {
        let path = "\(root)/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so"
        return FileManager.default.fileExists(atPath: path) ? "load_module \(path);" : ""
    }
}
