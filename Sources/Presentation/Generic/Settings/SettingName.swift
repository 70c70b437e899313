import Domain

/// A setting, by its name as an option and in a file; the name of its variable follows from that.
protocol SettingName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Whether it determines where data go, whether they are encrypted, or who is trusted: an empty value is then a
    /// mistake, and not the same as none.
    var isDecisive: Bool { get }
}

extension SettingName {
    var isDecisive: Bool { false }
    var option: String { "--" + rawValue }
    var variable: String { Self.variable(of: rawValue) }

    /// For example `CALEARNING_STATE_DIR` for `state-dir`.
    static func variable(of name: String) -> String {
        Product.variablePrefix + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
    }
}
