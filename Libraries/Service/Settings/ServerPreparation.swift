#if Server
import Foundation
public import Usecases

/// Everything that can be found out about the settings without listening and without changing anything.
public struct ServerPreparation: Sendable {
    private(set) var tls: TLSFiles?
    /// The problems that keep the service from starting, one line each.
    private(set) var problems: [Sentence] = []
    /// Why the service cannot start although nothing is wrong with the settings.
    let failure: ErrorWrapper?
    private let notes: [Sentence]

    /// What was found out about a thing that only this service needs.
    public struct Findings {
        /// A problem with the settings, which keeps the service from starting; `nil` if there is none.
        public var problem: Sentence?
        /// The reason that the service cannot start with valid settings; `nil` if there is none.
        public var failure: ErrorWrapper?
        /// What does not keep the service from starting, but should be known; `nil` if there is nothing.
        public var remark: Sentence?

        /// Creates findings; by default there are none.
        public init(problem: Sentence? = nil, failure: ErrorWrapper? = nil, remark: Sentence? = nil) {
            self.problem = problem
            self.failure = failure
            self.remark = remark
        }
    }

    /// Leaves out what depends on settings that are `spoilt`.
    init(_ settings: ServerSettings, except invalid: Set<ServerSetting>, further: Findings) {
        failure = further.failure
        notes = [further.remark, Self.remark(onTransportOf: settings)].compactMap(\.self)
        if let certificate = settings.certificate, invalid.isDisjoint(with: [.tlsCertificate, .tlsKey]) {
            switch TLSFiles.read(certificate) {
            case .success(let files): tls = files
            case .failure(let failure): problems += failure.all.map(\.text)
            }
        }
        if let problem = further.problem { problems.append(problem) }
        let port = invalid.contains(.port) ? 0 : settings.port
        if !invalid.contains(.host), let problem = ListeningAddress(host: settings.host, port: port).problem {
            problems.append(problem)
        }
    }

    /// What does not keep the service from starting, but should be known.
    func remarks(at now: Timestamp) -> [Sentence] {
        [tls?.validity.remark(at: now)].compactMap(\.self) + notes
    }

    private static func remark(onTransportOf settings: ServerSettings) -> Sentence? {
        let isLocal =
            settings.host == "localhost"
            || ClientAddress(settings.host).map { host in AddressRange.loopback.contains { $0.contains(host) } } == true
        guard !isLocal, settings.certificate == nil, settings.trustedProxies.isEmpty else { return nil }
        return Sentence(
            en: """
                clients reach host '\(settings.host)' without TLS, so that others on the network can read passwords: \
                give a tls-certificate, or the trusted-proxies that speak TLS for the service
                """,
            ja: """
                host「\(settings.host)」とクライアントの間がTLSで守られず、ネットワーク上でパスワードを読まれます。\
                tls-certificateか、サービスの前でTLSを話すtrusted-proxiesを指定してください
                """)
    }
}

/// How many files and connections the process may have open.
enum FileLimit {
    /// Raises the soft limit to the hard limit, and returns the result.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = raised.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}

#if canImport(Glibc)
private let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let resource = RLIMIT_NOFILE
#endif
#endif
