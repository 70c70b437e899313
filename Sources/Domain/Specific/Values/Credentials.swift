/// What somebody typed to log in or to sign up; nothing has been checked yet.
package struct Credentials: Sendable, Hashable, Codable {
    package let name: String
    package let password: Password

    package init(name: String, password: Password) {
        self.name = name
        self.password = password
    }
}

extension Credentials: CustomStringConvertible {
    package var description: String { name }
}
