/// How a value becomes the pairs of a query or a form. There is no standard: each service has its own convention.
package struct QueryFormat: Sendable, Hashable {
    package enum Arrays: Sendable, Hashable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indices
        /// `a=1,2`
        case commas
    }

    package enum Members: Sendable, Hashable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    package enum Booleans: Sendable, Hashable {
        /// `true`, `false`
        case words
        /// `1`, `0`
        case digits
    }

    package enum Nils: Sendable, Hashable {
        case omitted
        /// `a=`
        case empty
    }

    package var arrays: Arrays
    package var members: Members
    package var booleans: Booleans
    package var nils: Nils
    package var keys: KeyFormat

    package init(
        arrays: Arrays = .repeated, members: Members = .brackets, booleans: Booleans = .words, nils: Nils = .omitted,
        keys: KeyFormat = .asWritten
    ) {
        self.arrays = arrays
        self.members = members
        self.booleans = booleans
        self.nils = nils
        self.keys = keys
    }
}

/// How the names of members are written.
public enum KeyFormat: Sendable, Hashable {
    case asWritten
    /// `htmlUrl` as `html_url`
    case snakeCase
}
