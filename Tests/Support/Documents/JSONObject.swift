import Foundation

/// A JSON object as read by Foundation, without this program's own types.
struct JSONObject {
    let members: [String: Any]

    init(_ text: String) throws {
        struct NotAnObject: Error { let text: String }
        guard let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw NotAnObject(text: text)
        }
        self.members = members
    }

    subscript(name: String) -> String? { members[name] as? String }

    func strings(_ name: String) -> [String: String]? { members[name] as? [String: String] }

    var scenes: [[String: Any]] { members["scenes"] as? [[String: Any]] ?? [] }
    var sceneNames: [String] { scenes.compactMap { $0["name"] as? String } }
    var courses: [String] { scenes.compactMap { $0["course"] as? String } }
    var error: [String: Any]? { members["error"] as? [String: Any] }
}

extension JSONObject {
    var udid: String? { strings("values")?["udid"] }
}
