public import ArgumentParser
public import Usecases

/// An error in how the program was called that the parser of arguments does not find, or does not explain.
public enum UsageError: Sendable, Hashable {
    /// What a value may be.
    public enum Expectation: Sendable, Hashable {
        case seconds, truth
        /// Replaces the ellipsis in “it must be …”.
        case described(Sentence)
        case oneOf([String])
    }

    case noSuchCommand(String, similar: String?)
    case unknownOption(String, similar: String?)
    /// A number with a sign, which may have been meant as an argument.
    case numberAsOption(String)
    case noSuchUsecase(String, known: [String])
    case invalidVariable(String, value: String, Expectation)
    case noTime
    case emptyName(of: String)
    /// The name of a file or a directory that is not valid text, and would denote another one.
    case unreadableName(of: String)
    case occupiedFile(String)
    case unusableAddress(String, of: String, AddressFlaw)
    /// Passwords and tokens would be sent there without encryption.
    case exposedAddress(String, of: String)
    case diagramOfAll
    case coverageElsewhere
    case timesElsewhere
    case depthOfResumed
    case switchesByChance
    case nobodyToAsk
    /// What has to be given by this option if there is no terminal to ask on.
    case nobodyToAskFor(String)
    /// A secret is expected on standard input if this option is given, and on a terminal otherwise.
    case nobodyToAskForSecret(option: String)
    case longSecret
    case unreadableSecret
    case secretLines(expected: Int, found: Int)
    /// Repeating a new secret has failed too often.
    case unrepeatedSecret
    case noScene
    /// A number that has to be within these.
    case outOfRange(of: String, ClosedRange<Int>)
    /// Worlds of so many can only be played by chance.
    case tooManyActors
    case malformedChange
    /// An argument of a use case that is not valid, and why.
    case malformed(Sentence)
}

/// What is wrong with the address of a service.
public enum AddressFlaw: Sendable, Hashable, CaseIterable {
    case unreadable, scheme, host, port, userinfo, queryOrFragment
}

extension ValidationError {
    /// With the sentence in the language of messages about arguments.
    public init(_ error: UsageError) {
        self.init(error.sentence.text(in: .spoken))
    }
}
