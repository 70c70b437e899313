#if Server
/// An answer of any type. An optional would lose its own type as an existential.
struct ErasedAnswer<Answer: Sendable>: Sendable {
    let value: Answer
}
#endif
