#if Server
import CalearningDomain
import Usecases

/// The removal of rows that are not needed any more, a few with each new one.
enum Sweep {
    /// How many rows at a time: more than are added, so that none accumulate, and few enough to keep nothing waiting.
    static let size = 8
}

extension Timestamp {
    /// What was used at this time or earlier has ended, for as long as it is not used.
    var idleSince: Timestamp { self - SessionRules.idleTime }

    /// What began at this time or earlier has ended.
    var begunSince: Timestamp { self - SessionRules.lifetime }

    /// A try at this time or earlier does not count any more.
    var guessesSince: Timestamp { self - GuessRules.window }
}
#endif
