/// The random choices that produce a value.
///
/// The choices are recorded. From them, the laboratory and `forAll` of `UsecasesTesting` build smaller values, with fewer
/// and smaller choices. 0 stands for the smallest choice, such as the lower bound, the first element, or the end of a
/// list.
public struct RandomChoices: Sendable {
    /// A choice with a label. The laboratory tries its whole range, to find the numbers where the course changes.
    package struct Parameter: Sendable {
        package let label: String
        /// The index among the ``taken`` choices.
        package let index: Int
        /// The largest choice. The smallest is 0.
        package let most: UInt64
        /// Returns the text of a choice.
        package let text: @Sendable (UInt64) -> String
    }

    /// The choices in their order.
    package private(set) var taken: [UInt64] = []
    /// The choices with a label.
    package private(set) var parameters: [Parameter] = []
    private var given: ArraySlice<UInt64> = []
    private var random: SplitMix64?

    /// Creates random choices. Equal seeds produce equal choices.
    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Creates choices that repeat the given ones. Further choices are the smallest.
    package init(repeating given: [UInt64]) {
        self.given = given[...]
    }

    private mutating func number(upTo most: UInt64, isOftenSmall: Bool = false) -> UInt64 {
        var word = random?.next() ?? given.popFirst() ?? 0
        if isOftenSmall, let scale = random?.next(), scale % 2 == 0 { word >>= scale >> 1 % 64 }
        let number = most == .max ? word : word % (most + 1)
        taken.append(number)
        return number
    }

    /// Returns a number in the range. The smallest choice is the lower bound.
    public mutating func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number {
        let (least, most) = (
            UInt64(truncatingIfNeeded: range.lowerBound), UInt64(truncatingIfNeeded: range.upperBound)
        )
        return range.lowerBound &+ Number(truncatingIfNeeded: number(upTo: most &- least))
    }

    /// Returns a number in the range, like ``number(in:)``. The laboratory shows it with the label, such as `characters`,
    /// and finds the numbers where the course of a use case changes. Each order of magnitude is likely.
    public mutating func number<Number: FixedWidthInteger & Sendable>(
        _ label: String, in range: ClosedRange<Number>
    ) -> Number {
        let (index, least) = (taken.count, range.lowerBound)
        let most = UInt64(truncatingIfNeeded: range.upperBound) &- UInt64(truncatingIfNeeded: least)
        parameters.append(
            Parameter(label: label, index: index, most: most) { "\(least &+ Number(truncatingIfNeeded: $0))" })
        return least &+ Number(truncatingIfNeeded: number(upTo: most, isOftenSmall: true))
    }

    /// Returns a boundary, a number next to a boundary, or a number within `distance` of a boundary.
    public mutating func number<Number: FixedWidthInteger>(
        near boundaries: Number..., within distance: Number
    ) -> Number {
        let offset = number(in: 0...3)
        let boundary = one(of: boundaries)
        switch offset {
        case 0: return boundary
        case 1: return boundary &+ 1
        case 2: return boundary &- 1
        default: return boundary &- distance &+ number(in: 0...(2 * distance))
        }
    }

    /// Returns a Boolean value. The smallest choice is `false`.
    public mutating func isTrue() -> Bool { number(upTo: 1) == 1 }

    /// Returns one of the elements. The smallest choice is the first.
    public mutating func one<Element>(of elements: some Collection<Element>) -> Element {
        elements[elements.index(elements.startIndex, offsetBy: number(in: 0...(elements.count - 1)))]
    }

    /// Returns a list with a number of elements in the range. The function `element` creates each element.
    public mutating func list<Element>(
        _ count: ClosedRange<Int>, of element: (inout RandomChoices) -> Element
    ) -> [Element] {
        var list: [Element] = []
        // A choice precedes each element. Removing consecutive choices therefore removes the element from the list.
        while list.count < count.upperBound,
            list.count < count.lowerBound || number(upTo: UInt64(max(1, count.upperBound / 2))) > 0
        {
            list.append(element(&self))
        }
        return list
    }

    /// Returns a text with characters of the alphabet.
    public mutating func text(_ count: ClosedRange<Int>, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String(list(count) { $0.one(of: characters) })
    }

    /// Returns a text with Unicode scalars of all kinds.
    public mutating func text(_ count: ClosedRange<Int>) -> String {
        let scalars = list(count) { choices in
            let range: ClosedRange<UInt32> = choices.one(of: [
                0x61...0x7A, 0x20...0x7E, 0...0xFF, 0x300...0x36F, 0x2000...0x206F, 0x3040...0x30FF, 0x1F300...0x1F64F,
                0xE000...0x10FFFF,
            ])
            return Unicode.Scalar(choices.number(in: range)) ?? "a"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns a list of bytes.
    public mutating func bytes(_ count: ClosedRange<Int>) -> [UInt8] { list(count) { $0.number(in: 0...255) } }
}

/// A generator of random numbers that depend only on a seed (Steele, Lea and Flood 2014). Not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
