package import UsecasesEngine

extension ErrorWrapper {
    /// The error without its arguments and its cause, for comparisons.
    package var system: SystemErrors? {
        if case .system(let error, _, _) = self { error } else { nil }
    }

    package var service: ServiceErrors? {
        if case .service(let error, _, _) = self { error } else { nil }
    }
}
