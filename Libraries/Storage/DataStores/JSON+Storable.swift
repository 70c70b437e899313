import Foundation
import Usecases
import UsecasesSystem

extension JSON {
    /// The value as a data store keeps it, secrets included. Throws `書き込みに失敗` for a value that JSON cannot hold, such
    /// as a number that is not finite.
    init(storing keyValue: KeyValue, at location: String, _ content: StoreContent?) throws(ErrorWrapper) {
        do {
            self = try Self(storing: keyValue.value)
        } catch {
            throw .system(
                error: .dataStore(.書き込みに失敗(location: location, content: content)), args: ["key": keyValue.name],
                causedBy: error)
        }
    }

    private init(storing value: some Storable) throws {
        let encoder = JSONEncoder()
        let receive: @Sendable (String) -> Void = { _ in }
        encoder.userInfo[.secretReceiver] = receive
        self = try JSONDecoder().decode(JSON.self, from: encoder.encode(value.stored))
    }

    fileprivate func value<Value: Storable>(_ type: Value.Type, called name: String) throws -> Value {
        // As a member, because then errors say the name and the place in the value.
        let members = try JSONDecoder().decode([String: Value.Stored].self, from: JSONEncoder().encode([name: self]))
        guard let value = members[name].flatMap({ Value(stored: $0) }) else {
            throw DocumentError.wrongType(member: name, expected: "\(type)")
        }
        return value
    }
}

/// What a data store has under a key.
extension JSON? {
    /// Throws `内容が壊れています` if it is not a value of this type.
    func value<Value>(
        of key: Key<Value>, at location: String, _ content: StoreContent?
    ) throws(ErrorWrapper) -> Value? {
        guard let self else { return nil }
        do {
            return try self.value(Value.self, called: key.name)
        } catch {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location, content: content)), args: ["key": key.name],
                causedBy: UnreadableJSON.told(error))
        }
    }

    /// Members within the value that this version does not know are lost only if the value changes.
    mutating func change<Value, Answer>(
        _ key: Key<Value>, at location: String, _ content: StoreContent?, _ change: (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        let value = try value(of: key, at: location, content)
        var changed = value
        let answer = change(&changed)
        guard changed != value else { return answer }
        if let changed {
            self = try JSON(storing: key.with(changed), at: location, content)
        } else {
            self = nil
        }
        return answer
    }

    /// Whether this value is stored. A damaged value is another one.
    func holds<Value: Storable>(_ value: Value) -> Bool {
        guard let self else { return false }
        return (try? self.value(Value.self, called: "")) == value
    }
}
