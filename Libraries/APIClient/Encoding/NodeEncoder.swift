import Foundation

/// The result of encoding a value.
final class EncodedNode {
    enum Content {
        case empty
        case null
        case text(String)
        case boolean(Bool)
        case items([EncodedNode])
        case members([(key: String, node: EncodedNode)])
    }

    var content = Content.empty

    func member(_ key: String) -> EncodedNode {
        let node = EncodedNode()
        guard case .members(var members) = content else {
            content = .members([(key, node)])
            return node
        }
        // Release the old value first. Otherwise each append would copy the existing members.
        content = .empty
        members.append((key, node))
        content = .members(members)
        return node
    }

    func item() -> EncodedNode {
        let node = EncodedNode()
        guard case .items(var items) = content else {
            content = .items([node])
            return node
        }
        content = .empty
        items.append(node)
        content = .items(items)
        return node
    }
}

/// An encoder that writes a tree of nodes and keeps the order of members.
struct NodeEncoder: Encoder {
    let node: EncodedNode
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .empty = node.content { node.content = .members([]) }
        return KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .empty = node.content { node.content = .items([]) }
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    fileprivate func nested(_ node: EncodedNode, _ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
    }

    func encode(_ value: any Encodable, to node: EncodedNode) throws {
        switch value {
        case let text as String: node.content = .text(text)
        case let boolean as Bool: node.content = .boolean(boolean)
        case let number as Double: node.content = .text(try text(of: number))
        case let number as Float: node.content = .text(try text(of: number))
        case let number as any FixedWidthInteger & Encodable: node.content = .text("\(number)")
        case let number as Decimal: node.content = .text("\(number)")
        case let date as Date: node.content = .text(date.formatted(.iso8601))
        case let data as Data: node.content = .text(data.base64EncodedString())
        case let url as URL: node.content = .text(url.absoluteString)
        default: try value.encode(to: NodeEncoder(node: node, codingPath: codingPath, userInfo: userInfo))
        }
    }

    private func text(of number: some BinaryFloatingPoint & LosslessStringConvertible) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: codingPath, debugDescription: "\(number) is not a number"))
        }
        return number.description
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil(forKey key: Key) throws { encoder.node.member(key.stringValue).content = .null }

        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
            if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
        }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            let node = encoder.node.member(key.stringValue)
            try encoder.nested(node, key).encode(value, to: node)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.nested(encoder.node.member(key.stringValue), key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.nested(encoder.node.member(key.stringValue), key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.nested(encoder.node.member("super"), AnyKey("super")) }

        func superEncoder(forKey key: Key) -> any Encoder {
            encoder.nested(encoder.node.member(key.stringValue), key)
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { if case .items(let items) = encoder.node.content { items.count } else { 0 } }

        private func nested() -> NodeEncoder {
            let key = AnyKey(intValue: count)
            return encoder.nested(encoder.node.item(), key)
        }

        func encodeNil() throws { encoder.node.item().content = .null }

        func encode<T: Encodable>(_ value: T) throws {
            let nested = nested()
            try nested.encode(value, to: nested.node)
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            nested().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

        func superEncoder() -> any Encoder { nested() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() throws { encoder.node.content = .null }

        func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value, to: encoder.node) }
    }
}
