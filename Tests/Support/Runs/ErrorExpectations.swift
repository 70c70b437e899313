import Usecases

extension ErrorWrapper {
    /// The error without its arguments and its cause, for comparisons.
    var system: SystemErrors? {
        if case .system(let error, _, _) = self { error } else { nil }
    }

    var service: ServiceErrors? {
        if case .service(let error, _, _) = self { error } else { nil }
    }
}
