/// The public profile of a GitHub account. Fields that its owner did not fill in are `nil`.
package struct GitHubUser: Sendable, Hashable, Codable {
    package let id: Int
    /// As GitHub spells it: the names of app accounts are not valid as logins.
    package let login: String
    package let name: String?
    package let company: String?
    package let location: String?
    package let bio: String?
    /// The address of the page about the account.
    package let url: String?
    package let followers: Int?
    package let publicRepositories: Int?

    package init(
        id: Int, login: String, name: String? = nil, company: String? = nil, location: String? = nil,
        bio: String? = nil, url: String? = nil, followers: Int? = nil, publicRepositories: Int? = nil
    ) {
        self.id = id
        self.login = login
        self.name = name
        self.company = company
        self.location = location
        self.bio = bio
        self.url = url
        self.followers = followers
        self.publicRepositories = publicRepositories
    }
}

extension GitHubUser: CustomStringConvertible {
    package var description: String { "\(login) (\(id))" }
}
