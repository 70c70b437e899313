public import Usecases

/// A setting, by its name as an option and in a file; the name of its variable follows from that.
public protocol SettingName: Hashable, Sendable {
    var name: String { get }
    /// Whether it determines where data go, whether they are encrypted, or who is trusted: an empty value is then a
    /// mistake, and not the same as none.
    var isDecisive: Bool { get }
}

extension SettingName {
    /// `false` by default: an empty variable is the same as none.
    public var isDecisive: Bool { false }
    /// The option as it is typed, such as `--state-dir`.
    public var option: String { "--" + name }
    /// The environment variable of a product, such as `SHOP_STATE_DIR`.
    public func variable(of product: Product) -> String { product.variable(name) }
}

extension SettingName where Self: RawRepresentable<String> {
    /// The raw value.
    public var name: String { rawValue }
}
