#if Server
/// The removal of rows that are not needed any more, a few with each new one.
enum Sweep {
    /// How many rows at a time: more than are added, so that none accumulate, and few enough that nobody has to wait.
    static let size = 8
}
#endif
