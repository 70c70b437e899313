import Usecases

/// Numbers for run identifiers; a run takes two.
struct SystemRandomSource: RandomSource {
    func next() -> UInt64 { .random(in: .min ... .max) }
}
