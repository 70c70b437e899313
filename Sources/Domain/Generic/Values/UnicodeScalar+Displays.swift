extension Unicode.Scalar {
    /// Whether it can command a terminal, end a line or turn the direction of text around: none of it belongs into a text
    /// from outside that is shown.
    package var commandsDisplays: Bool {
        switch value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x5FF: false
        // Most of Japanese, where looking up the category of each would take long.
        case 0x3001...0x9FFF: false
        // The zero width joiner holds emoji together.
        case 0x200D: false
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: true
            default: false
            }
        }
    }
}
