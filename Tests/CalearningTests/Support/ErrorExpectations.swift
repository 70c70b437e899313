import Domain

extension ErrorWrapper {
    /// The error without what was asked and what caused it, to compare with.
    var system: SystemErrors? {
        if case .system(let error, _, _) = self { error } else { nil }
    }

    var service: ServiceErrors? {
        if case .service(let error, _, _) = self { error } else { nil }
    }
}
