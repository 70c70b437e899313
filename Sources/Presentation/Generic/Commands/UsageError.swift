import ArgumentParser
import Domain

/// What is wrong with how the program was called, beyond what the parser of options finds.
enum UsageError: Sendable, Hashable {
    /// What a value may be.
    enum Expectation: Sendable, Hashable {
        case seconds, truth
        /// In the place of the dots of “it must be …”.
        case described(Sentence)
        case oneOf([String])
    }

    case noSuchCommand(String, similar: String?)
    case noSuchUsecase(String, known: [String])
    case invalidVariable(String, value: String, Expectation)
    case noTime
    case emptyName(of: String)
    /// The name of a file or a directory that is no text, and would lead to another one.
    case unreadableName(of: String)
    case occupiedFile(String)
    case unusableAddress(String, of: String, AddressFlaw)
    case diagramOfAll
    case coverageElsewhere
    case nobodyToAsk
    case noScene
    case malformedChange
    /// What somebody gave a use case, and why it is none.
    case malformed(Sentence)
}

/// What is wrong with the address of a service.
enum AddressFlaw: Sendable, Hashable, CaseIterable {
    case unreadable, scheme, host, port, userinfo, queryOrFragment
}

extension ValidationError {
    /// In the language that is spoken.
    init(_ error: UsageError) {
        self.init(error.sentence.text(in: .spoken))
    }
}
