#if Server
import Foundation
public import Logging
public import Usecases
import UsecasesTerminal

/// What values a setting can have: how they are written, and what is said if a text is none of them.
public struct SettingKind<Value: Sendable>: Sendable {
    /// A part of a sentence: "it must be …".
    let allowed: Sentence
    /// What the help calls it; `nil` for the name of the option.
    let valueName: String?
    var form = SettingForm.text
    /// See ``SettingName/isDecisive``.
    let isDecisive: Bool
    let parse: @Sendable (String) -> Value?
    /// The value as ``parse`` reads it; `nil` for no value.
    let text: @Sendable (Value) -> String?

    /// `parse` returns `nil` for a text that is not a value; `text` is its inverse, and returns `nil` for no value.
    public init(
        allowed: Sentence, valueName: String?, form: SettingForm = .text, isDecisive: Bool,
        parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String?
    ) {
        self.allowed = allowed
        self.valueName = valueName
        self.form = form
        self.isDecisive = isDecisive
        self.parse = parse
        self.text = text
    }
}

/// The form in which a configuration file may give a value, in addition to text.
public enum SettingForm: Sendable {
    case text
    case number
    case list
}

extension SettingKind<String> {
    /// The name or the address of a host; any text.
    public static let host = Self(
        allowed: Sentence(en: "an address or a name", ja: "アドレスか名前"), valueName: nil, isDecisive: true,
        parse: { $0 }, text: { $0 })
}

extension SettingKind<String?> {
    package static let pemFile = path(Sentence(en: "the path of a PEM file", ja: "PEMファイルのパス"), valueName: "file")

    /// The path of a file; `nil` for none.
    public static func path(_ allowed: Sentence, valueName: String) -> Self {
        Self(allowed: allowed, valueName: valueName, isDecisive: true, parse: { $0 }, text: { $0 })
    }
}

extension SettingKind<Int> {
    /// A whole number within the range.
    public static func integer(in range: ClosedRange<Int>, valueName: String? = nil) -> Self {
        Self(
            allowed: Sentence(
                en: "a whole number, \(range.lowerBound) to \(range.upperBound)",
                ja: "\(range.lowerBound)から\(range.upperBound)までの整数"),
            valueName: valueName, form: .number, isDecisive: false,
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
    }
}

extension SettingKind<Duration> {
    /// A number of seconds, more than 0 and at most 86400.
    public static let seconds = seconds(
        Sentence(en: "a number of seconds, more than 0 and at most 86400", ja: "0より大きく86400以下の秒数")
    ) { $0 > .zero }

    package static let secondsOrNone = seconds(
        Sentence(en: "a number of seconds, at most 86400", ja: "86400以下の秒数")
    ) { _ in true }

    private static func seconds(_ allowed: Sentence, _ isAllowed: @escaping @Sendable (Duration) -> Bool) -> Self {
        Self(
            allowed: allowed, valueName: "seconds", form: .number, isDecisive: false,
            parse: { text in Seconds(argument: text).flatMap { isAllowed($0.duration) ? $0.duration : nil } },
            text: { ($0 / .seconds(1)).shortest })
    }
}

extension SettingKind<Double?> {
    /// A number of requests per second, 0.001 to 1000000; `nil` for no limit, which is written `off`.
    public static let requests = rate(
        Sentence(en: "off or a number of requests a second like 100/s", ja: "offか、100/sのような毎秒のリクエスト数"))

    /// A number of lines per second, 0.001 to 1000000; `nil` for no limit, which is written `off`.
    public static let lines = rate(
        Sentence(en: "off or a number of lines a second like 100/s", ja: "offか、100/sのような毎秒の行数"))

    /// A number per second; `nil` is no limit.
    private static func rate(_ allowed: Sentence) -> Self {
        Self(
            allowed: allowed, valueName: "n/s|off", isDecisive: false,
            parse: { text in
                guard text != "off" else { return .some(nil) }
                guard text.hasSuffix("/s"), let rate = Double(text.dropLast(2)), (0.001...1_000_000).contains(rate)
                else { return nil }
                return rate
            },
            text: { $0.map { $0.shortest + "/s" } ?? "off" })
    }
}

extension SettingKind<[AddressRange]> {
    package static let ranges = Self(
        allowed: Sentence(en: "none or addresses like 127.0.0.1,10.0.0.0/8", ja: "noneか、127.0.0.1,10.0.0.0/8 のようなアドレス"),
        valueName: "addresses|none", form: .list, isDecisive: true,
        parse: { text in
            guard text != "none" else { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let ranges = parts.compactMap { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
            return ranges.count == parts.count ? ranges : nil
        },
        text: { $0.isEmpty ? "none" : $0.map { "\($0)" }.joined(separator: ",") })
}

extension SettingKind<Logger.Level> {
    /// A level of the log by its name, such as `info`.
    public static let level = Self(
        allowed: Sentence(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")),
        valueName: Logger.Level.allCases.map(\.rawValue).joined(separator: "|"), isDecisive: false,
        parse: { Logger.Level(rawValue: $0) }, text: { $0.rawValue })
}

extension Double {
    /// Without a fraction if it is whole.
    fileprivate var shortest: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
#endif
