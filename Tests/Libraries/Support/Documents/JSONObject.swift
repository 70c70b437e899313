import Foundation

/// A JSON object as read by Foundation, without this program's own types.
package struct JSONObject {
    package let members: [String: Any]

    package init(_ text: String) throws {
        struct NotAnObject: Error { let text: String }
        guard let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw NotAnObject(text: text)
        }
        self.members = members
    }

    package subscript(name: String) -> String? { members[name] as? String }

    package func strings(_ name: String) -> [String: String]? { members[name] as? [String: String] }

    package var scenes: [[String: Any]] { members["scenes"] as? [[String: Any]] ?? [] }
    package var sceneNames: [String] { scenes.compactMap { $0["name"] as? String } }
    package var courses: [String] { scenes.compactMap { $0["course"] as? String } }
    package var error: [String: Any]? { members["error"] as? [String: Any] }
}
