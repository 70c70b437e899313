/// Example values of the types that pass through ports, for the catalogues of outcomes.
extension UDID {
    /// Different numbers yield different UDIDs.
    package static func example(_ number: UInt64) -> UDID {
        UDID(UUIDv7(at: .example, random: (0, number)))
    }
}

extension Timestamp {
    /// 2026-11-20T12:00:00Z.
    package static let example = Timestamp(milliseconds: 1_795_176_000_000)
}

extension Registration {
    /// Registrations that may already be recorded under the key when another one is to be recorded.
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
