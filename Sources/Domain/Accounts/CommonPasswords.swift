/// Common passwords. They also include combinations of a few common passwords, keyboard walks and digits, and
/// repetitions of a text that would be too short.
enum CommonPasswords {
    /// The maximum number of parts of a common password.
    private static let partLimit = 3
    /// The minimum length of a word or a walk.
    private static let unitLimit = 4

    /// Words and sentences that the lists rank too low or do not have, without blanks and signs.
    private static let others = """
        administrator jesuschristislord linkedin january february march april june july august september october
        november december autumn fall correcthorsebatterystaple tobeornottobe thatisthequestion
        maytheforcebewithyou jumpsoverthelazydog ithinkthereforeiam loremipsum dolorsitamet onceuponatime
        inthebeginning winteriscoming allyourbasearebelongtous openthepodbaydoors houstonwehaveaproblem
        elementarymydearwatson supercalifragilisticexpialidocious twinkletwinklelittlestar maryhadalittlelamb
        godsavetheking godsavethequeen fourscoreandsevenyearsago wethepeople yesterdayallmytroubles
        thereisnoplacelikehome carpediem パスワード いろはにほへと ちりぬるを あいうえおかきくけこ さしすせそ ひらけごま 寿限無 ありがとうございます
        """
    /// The passwords of both lists.
    static let listed = words(list) + words(longList)
    private static let known = Set(listed + words(others))
    /// The lengths of the known passwords, by their first characters.
    private static let lengths = Dictionary(grouping: known) { $0.prefix(unitLimit) }
        .mapValues { Set($0.map(\.count)) }

    private static let walks: [[UInt8]] = {
        let rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"].map { Array($0.utf8) }
        let alternating = rows.flatMap { row in
            rows.filter { $0 != row }.map { other in zip(row, other).flatMap { [$0, $1] } }
        }
        let straight = [
            "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
            "1qazxsw23edcvfr45tgbnhy67ujm", "qazwsxedcrfvtgbyhnujmik", "qazxswedcvfrtgbnhyujm", "qweasdzxcrtyfghvbn",
        ].map { Array($0.utf8) }
        let counted = (1...20).map { "\($0)" }.joined() + " " + (1...9).map { "0\($0)" }.joined()
        let stretched = [2, 3].flatMap { times in
            straight.prefix(3).map { $0.flatMap { Array(repeating: $0, count: times) } }
        }
        return (alternating + straight.map { $0 + $0 } + stretched + [Array(counted.utf8)])
            .flatMap { [$0, $0.reversed()] }
    }()
    /// The positions in the walks, by the first characters at the position.
    private static let steps = walks.reduce(into: [ArraySlice<UInt8>: [ArraySlice<UInt8>]]()) { steps, walk in
        for start in 0...(walk.count - unitLimit) {
            steps[walk[start...].prefix(unitLimit), default: []].append(walk[start...])
        }
    }

    private static func words(_ text: String) -> [[UInt8]] {
        text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { Array($0) }
    }

    /// Whether the text is a common password. `text` is in lower case, with at most ``AccountRules/passwordLength``
    /// characters. `names` are words of the context, such as the name of the account.
    static func contains(_ text: String, names: [String] = []) -> Bool {
        let whole = Array(text.utf8)
        if known.contains(whole) { return true }
        let letters = whole.filter { !isSeparator($0) }
        if isRepetition(whole) || isRepetition(letters) { return true }
        let names = names.filter { !$0.isEmpty }.map { Array($0.utf8) }
        let (text, plain) = (unit(of: whole), unit(of: letters))
        return consistsOfFewParts(text, names) || plain != text && consistsOfFewParts(plain, names)
    }

    /// Whether the text repeats another one, perhaps between digits and signs, and both have fewer characters together
    /// than a password needs.
    private static func isRepetition(_ text: [UInt8]) -> Bool {
        let end = text.reversed().drop(while: isEdge).count
        return [text[...], text[..<end].drop(while: isEdge)].contains { core in
            let unit = unit(of: core)
            // All bytes of a UTF-8 character except its first are 10xxxxxx.
            let count = text.count - core.count + unit.count { $0 & 0xC0 != 0x80 }
            return unit.count < core.count && count < AccountRules.passwordLength.lowerBound
        }
    }

    private static func isEdge(_ byte: UInt8) -> Bool {
        isSeparator(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the shortest text that repeats to this text. Its last repetition may be incomplete.
    private static func unit(of text: some RandomAccessCollection<UInt8>) -> [UInt8] {
        let length = (1..<(text.count / 2 + 1)).first { length in
            zip(text, text.dropFirst(length)).allSatisfy { $0 == $1 }
        }
        return Array(text.prefix(length ?? text.count))
    }

    /// Whether the text consists of at most ``partLimit`` parts. Separators between parts do not count.
    private static func consistsOfFewParts(_ text: [UInt8], _ names: [[UInt8]]) -> Bool {
        guard !text.isEmpty else { return false }
        let readings = readings(of: text)
        // The minimum number of parts of each prefix.
        var parts = [0] + Array(repeating: partLimit + 1, count: text.count)
        for start in text.indices {
            if isSeparator(text[start]) { parts[start + 1] = min(parts[start + 1], parts[start]) }
            guard parts[start] < partLimit else { continue }
            for length in lengths(ofPartsAt: start, in: readings, names) {
                parts[start + length] = min(parts[start + length], parts[start] + 1)
            }
        }
        return parts[text.count] <= partLimit
    }

    /// Returns the text, and the text with lookalike digits and signs replaced by letters.
    private static func readings(of text: [UInt8]) -> [[UInt8]] {
        let readings = [UInt8(ascii: "i"), UInt8(ascii: "l")].map { one in
            text.map { lookalikes[$0] ?? ($0 == UInt8(ascii: "1") || $0 == UInt8(ascii: "!") ? one : $0) }
        }
        return [text] + (readings[0] == text ? [] : readings[0] == readings[1] ? [readings[0]] : readings)
    }

    private static let lookalikes = Dictionary(
        uniqueKeysWithValues: zip("@403$57+".utf8, "aaoesstt".utf8))

    private static func lengths(ofPartsAt start: Int, in readings: [[UInt8]], _ names: [[UInt8]]) -> [Int] {
        let rest = readings[0][start...]
        let repeated = rest.prefix { $0 == rest[start] }.count
        let walked = (steps[rest.prefix(unitLimit)] ?? []).map { zip($0, rest).prefix { $0 == $1 }.count }.max() ?? 0
        let digits = rest.prefix(unitLimit).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        var lengths = Array(1..<(digits + 1))
        for longest in [repeated, walked] where longest >= unitLimit { lengths += unitLimit...longest }
        for rest in readings.map({ $0[start...] }) {
            lengths += names.filter { rest.starts(with: $0) }.map(\.count)
            lengths += (Self.lengths[rest.prefix(unitLimit)] ?? []).filter { length in
                length <= rest.count && known.contains(Array(rest.prefix(length)))
            }
        }
        return lengths
    }

    /// Whether the byte is a blank or an ASCII sign.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): false
        case _: 0x20..<0x7F ~= byte
        }
    }
}
