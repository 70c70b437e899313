package import Usecases

/// A setting, by its name as an option and in a file; the name of its variable follows from that.
package protocol SettingName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Whether it determines where data go, whether they are encrypted, or who is trusted: an empty value is then a
    /// mistake, and not the same as none.
    var isDecisive: Bool { get }
}

extension SettingName {
    package var isDecisive: Bool { false }
    package var option: String { "--" + rawValue }
    package func variable(of product: Product) -> String { product.variable(rawValue) }
}
