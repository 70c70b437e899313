#if Server
import UsecasesEngine
import UsecasesSystem

/// The configuration file. It contains a JSON object with settings by their names.
struct SettingsFile {
    /// The maximum size in bytes.
    private static let limit = 1 << 16

    /// The values in the notation of options.
    private(set) var values: [ServerSetting: String] = [:]
    private(set) var problems: [Sentence] = []
    /// The given settings with unusable values.
    private(set) var invalid: Set<ServerSetting> = []
    let path: String
    private let table: [String: ServerSetting]

    /// Reads the file. `settings` are the allowed settings.
    init(_ path: String, _ settings: [ServerSetting]) {
        table = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0) })
        self.path = path
        do {
            let bytes = Array(try InputFile.read(path, limit: Self.limit).withoutByteOrderMark)
            guard String(validating: bytes, as: UTF8.self) != nil else {
                problems = [
                    Sentence(en: "The configuration file \(path) is not UTF-8.", ja: "設定ファイル \(path) がUTF-8ではありません。")
                ]
                return
            }
            read(bytes)
        } catch {
            problems = [
                Sentence(
                    en: "The configuration file \(path) cannot be read: \(error.reason.text(in: .en)).",
                    ja: "設定ファイル \(path) を読み込めません: \(error.reason.text(in: .ja))")
            ]
        }
    }

    private mutating func read(_ bytes: [UInt8]) {
        let members: [JSONReader.Member]
        do {
            members = try JSONReader.list(of: bytes)
        } catch {
            problems = [complaint(of: bytes, from: error.position)]
            return
        }
        let values = Dictionary(grouping: members) { String(decoding: $0.name, as: UTF8.self) }
            .mapValues { $0.map(\.value) }
            .sorted { $0.key < $1.key }
        for (name, values) in values where values.count > 1 {
            problems.append(
                Sentence(en: "\(name) in \(path) appears more than once.", ja: "\(path) に \(name) が2回以上あります。"))
            if let setting = table[name] { invalid.insert(setting) }
        }
        for (name, values) in values {
            guard let setting = table[name] else {
                problems.append(
                    Sentence(en: "\(name) in \(path) is not a setting.", ja: "\(path) の \(name) という設定はありません。"))
                continue
            }
            if let text = values.last.flatMap({ setting.form.text($0) }) {
                self.values[setting] = text
            } else {
                problems.append(
                    Sentence(
                        en: "\(name) in \(path) must be \(setting.form.words.text(in: .en)).",
                        ja: "\(path) の \(name) は\(setting.form.words.text(in: .ja))にしてください。"))
                invalid.insert(setting)
            }
        }
    }

    private func complaint(of bytes: [UInt8], from position: Int) -> Sentence {
        let line = bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1
        return bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
            ? Sentence(
                en: "The configuration file \(path) cannot be read: it is not valid JSON from line \(line) on.",
                ja: "設定ファイル \(path) を読み込めません。\(line)行目からがJSONではありません。")
            : Sentence(
                en: "The configuration file \(path) is not a JSON object.", ja: "設定ファイル \(path) がJSONのオブジェクトではありません。")
    }
}

extension SettingForm {
    /// Returns the text of a JSON value, or `nil` if the value has a different form.
    fileprivate func text(_ value: ArraySlice<UInt8>) -> String? {
        if let text = JSONText.string(value) { return text }
        switch self {
        case .text: return nil
        case .number:
            guard let first = value.first, first == UInt8(ascii: "-") || first.isDigit else { return nil }
            // An integer may be written as `8e3`. Any other number is passed on unchanged.
            return JSONInteger(value).map { "\($0.value)" } ?? String(decoding: value, as: UTF8.self)
        case .list:
            let texts = JSONReader.elements(of: value)?.map(JSONText.string)
            guard let texts, !texts.contains(nil) else { return nil }
            return texts.compactMap(\.self).joined(separator: ",")
        }
    }

    fileprivate var words: Sentence {
        switch self {
        case .text: Sentence(en: "a text", ja: "文字列")
        case .number: Sentence(en: "a number or a text", ja: "数か文字列")
        case .list: Sentence(en: "a list of texts or a text", ja: "文字列のリストか文字列")
        }
    }
}
#endif
