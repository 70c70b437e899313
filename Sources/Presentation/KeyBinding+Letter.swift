import UsecasesEngine
import UsecasesTerminal

extension KeyBinding {
    /// Creates a binding for the key with this letter.
    init(_ letter: Character, _ action: Sentence, _ effect: Effect) {
        self.init(name: "\(letter)", action: action, keys: [.character(letter)], effect: effect)
    }
}
