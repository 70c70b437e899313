#if Server
import Foundation

/// The configuration file: an object of JSON whose members are settings by their names.
struct SettingsFile {
    /// In bytes.
    private static let limit = 1 << 16

    /// As if they had been typed.
    private(set) var values: [ServerSetting: String] = [:]
    private(set) var problems: [String] = []
    /// Those that are given and cannot be used.
    private(set) var spoilt: Set<ServerSetting> = []
    private let path: String

    init(_ path: String) {
        self.path = path
        do {
            let bytes = try CompositionRoot.configuration(in: path, limit: Self.limit)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                problems = ["The configuration file \(path) is not UTF-8."]
                return
            }
            read(Data(text.utf8))
        } catch {
            problems = ["The configuration file \(path) cannot be read: \(error)."]
        }
    }

    private mutating func read(_ data: Data) {
        let members: [String: Member]
        do {
            members = try JSONDecoder().decode([String: Member].self, from: data)
        } catch DecodingError.typeMismatch {
            problems = ["The configuration file \(path) is not a JSON object."]
            return
        } catch {
            problems = ["The configuration file \(path) cannot be read: it is not valid JSON: \(Self.reason(error))"]
            return
        }
        for name in MemberNames(in: Array(data)).repeated {
            problems.append("\(name) in \(path) is there more than once.")
            if let setting = ServerSetting(rawValue: name) { spoilt.insert(setting) }
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            guard let setting = ServerSetting(rawValue: name) else {
                problems.append("\(name) in \(path) is no setting.")
                continue
            }
            if let text = member.text(as: setting.form) {
                values[setting] = text
            } else {
                problems.append("\(name) in \(path) must be \(setting.form.words).")
                spoilt.insert(setting)
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        return context.underlyingError.map { "\($0)" } ?? context.debugDescription
    }

    /// A value by its type.
    private enum Member: Decodable {
        case text(String)
        case number(String)
        case list([String])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if (try? container.decode(Bool.self)) != nil {
                self = .other
            } else if let number = try? container.decode(Int.self) {
                self = .number("\(number)")
            } else if let number = try? container.decode(Double.self) {
                self = .number("\(number)")
            } else if let texts = try? container.decode([String].self) {
                self = .list(texts)
            } else {
                self = .other
            }
        }

        func text(as form: ServerSetting.Form) -> String? {
            switch (self, form) {
            case (.text(let text), _): text
            case (.number(let number), .number): number
            case (.list(let texts), .list): texts.joined(separator: ",")
            case (.number, .text), (.number, .list), (.list, .text), (.list, .number), (.other, _): nil
            }
        }
    }
}

extension ServerSetting.Form {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number or a text"
        case .list: "a list of texts or a text"
        }
    }
}

/// The names of the members of the outermost object, as often as they are there. A decoder keeps one of each.
private struct MemberNames {
    private var counts: [String: Int] = [:]

    var repeated: [String] { counts.filter { $0.value > 1 }.keys.sorted() }

    /// Of bytes that are valid JSON: what is between quotation marks is found without a look at the rest.
    init(in bytes: [UInt8]) {
        var depth = 0
        var index = 0
        var last: ArraySlice<UInt8>?
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let start = index
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                last = bytes[start..<min(index + 1, bytes.count)]
            case UInt8(ascii: ":"): if depth == 1, let last { count(last) }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
    }

    /// However it is escaped.
    private mutating func count(_ quoted: ArraySlice<UInt8>) {
        guard let name = try? JSONDecoder().decode(String.self, from: Data(quoted)) else { return }
        counts[name, default: 0] += 1
    }
}
#endif
