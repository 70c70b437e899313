import Domain

/// What can be set, by the name that it has as an option and in a file; the name of its variable follows from that.
protocol SettingName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Whether it says where data go, whether they are encrypted, or who is trusted: that it is empty is then a mistake,
    /// and not the same as if it were not there.
    var isDecisive: Bool { get }
}

extension SettingName {
    var isDecisive: Bool { false }
    var option: String { "--" + rawValue }
    var variable: String { Self.variable(of: rawValue) }

    /// As `CALEARNING_STATE_DIR` for `state-dir`.
    static func variable(of name: String) -> String {
        "\(Product.variablePrefix)" + name.uppercased().replacing("-", with: "_")
    }
}
