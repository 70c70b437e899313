/// Values of each kind that can come through a port, for the catalogues of outcomes.
extension UDID {
    /// Examples with different numbers are different.
    package static func example(_ number: UInt64) -> UDID {
        UDID(UUIDv7(at: .example, random: (0, number)))
    }
}

extension Timestamp {
    /// 2026-11-20T12:00:00Z.
    package static let example = Timestamp(milliseconds: 1_795_176_000_000)
}

extension Registration {
    /// What can be recorded under a key besides what is being recorded.
    static func examples(under key: InstallationKey) -> [(name: String, value: Registration)] {
        [("known", .terminal), ("known-as-another-kind", .example)].map { name, kind in
            (name, Registration(key: key, kind: kind, udid: .example(2)))
        }
    }
}

extension GitHubLogin {
    package static let example = GitHubLogin(unchecked: "octocat")
}

extension InstallationKey {
    package static let example = InstallationKey(UUIDv7(at: .example, random: (0, 3)))
}
