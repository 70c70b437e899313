#if Server
import Foundation
public import UsecasesEngine
import UsecasesAPIClient
import UsecasesTerminal

/// The results of all checks of the settings that neither listen nor change anything.
public struct ServerPreparation: Sendable {
    private(set) var tls: TLSFiles?
    /// The problems that prevent the service from starting, one line each.
    private(set) var problems: [Sentence] = []
    let failure: ServerFailure?
    private let notes: [Sentence]

    /// The findings of a check that only this service needs.
    public struct Findings {
        /// A problem with the settings that prevents the service from starting, or `nil` without one.
        public var problem: Sentence?
        /// The reason why the service cannot start with valid settings, or `nil` without one.
        public var failure: ErrorWrapper?
        /// Remarks that do not prevent the service from starting.
        public var remarks: [Sentence]

        /// Creates findings, by default none.
        public init(problem: Sentence? = nil, failure: ErrorWrapper? = nil, remarks: [Sentence] = []) {
            self.problem = problem
            self.failure = failure
            self.remarks = remarks
        }
    }

    /// Checks the settings. Checks that depend on `invalid` settings are skipped. `failure` is the one of the providers.
    init(
        _ settings: ServerSettings, except invalid: Set<ServerSetting>, further: Findings, remarks: [Sentence] = [],
        failure: ServerFailure? = nil
    ) {
        self.failure = failure ?? further.failure.map { ServerFailure($0) }
        notes = further.remarks + [Self.remark(onTransportOf: settings)].compactMap(\.self) + remarks
        if let certificate = settings.certificate, invalid.isDisjoint(with: [.tlsCertificate, .tlsKey]) {
            switch TLSFiles.read(certificate) {
            case .success(let files): tls = files
            case .failure(let failure): problems += failure.all
            }
        }
        if let problem = further.problem { problems.append(problem) }
        if settings.web, !settings.isLocal, !settings.isReachedOverTLS {
            problems.append(
                Sentence(
                    en: "web needs TLS. Give a tls-certificate, or the trusted-proxies that speak TLS for the service.",
                    ja: "webにはTLSが必要です。tls-certificateか、サービスの前でTLSを終端するtrusted-proxiesを指定してください。"))
        }
        var addresses: [ListeningAddress] = []
        if !invalid.contains(.host) {
            addresses.append(ListeningAddress(host: settings.host, port: invalid.contains(.port) ? 0 : settings.port))
        }
        if let port = settings.managementPort, invalid.isDisjoint(with: [.managementHost, .managementPort]) {
            addresses.append(
                ListeningAddress(
                    host: settings.managementHost, port: port, settings: (.managementHost, .managementPort)))
        }
        problems += addresses.compactMap(\.problem)
        if let port = settings.managementPort, port == settings.port, port != 0,
            settings.managementHost == settings.host
        {
            problems.append(
                Sentence(
                    en: "management-port is the port of all requests. Choose another one.",
                    ja: "management-portがportと同じです。別のポートにしてください。"))
        }
    }

    /// Returns remarks that do not prevent the service from starting.
    func remarks(at now: Timestamp) -> [Sentence] {
        [tls?.validity.remark(at: now)].compactMap(\.self) + notes
    }

    /// Returns a remark if this machine lacks a library that requests need. `work` names the work that the service cannot do then.
    package static func remark(onRequestsOf work: Sentence) -> Sentence? {
        guard let (message, advice) = NetworkTransport.fault?.explanation(nil) else { return nil }
        return Sentence(
            en: "\(work.text(in: .en)): \(message.text(in: .en)) \(advice.text(in: .en))",
            ja: "\(work.text(in: .ja))。\(message.text(in: .ja))\(advice.text(in: .ja))")
    }

    private static func remark(onTransportOf settings: ServerSettings) -> Sentence? {
        guard !settings.isLocal, !settings.isReachedOverTLS else { return nil }
        return Sentence(
            en: """
                clients reach host '\(settings.host)' without TLS, so that others on the network can read passwords: \
                give a tls-certificate, or the trusted-proxies that speak TLS for the service
                """,
            ja: """
                host「\(settings.host)」とクライアントの間の通信がTLSで暗号化されず、ネットワーク上でパスワードを読まれます。\
                tls-certificateか、サービスの前でTLSを終端するtrusted-proxiesを指定してください
                """)
    }
}

/// The limit of open files and connections of the process.
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
