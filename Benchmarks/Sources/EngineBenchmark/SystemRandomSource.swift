import Usecases

/// A source of numbers for run identifiers. A run takes two.
struct SystemRandomSource: RandomSource {
    func next() -> UInt64 { .random(in: .min ... .max) }
}
