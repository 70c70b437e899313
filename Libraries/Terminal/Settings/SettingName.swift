public import Usecases

/// A setting, by its name as an option and in a file; the name of its variable follows from that.
public protocol SettingName: Hashable, Sendable {
    var name: String { get }
    /// Whether it determines where data go, whether they are encrypted, or who is trusted: an empty value is then a
    /// mistake, and not the same as none.
    var isDecisive: Bool { get }
}

extension SettingName {
    public var isDecisive: Bool { false }
    public var option: String { "--" + name }
    public func variable(of product: Product) -> String { product.variable(name) }
}

extension SettingName where Self: RawRepresentable<String> {
    public var name: String { rawValue }
}
