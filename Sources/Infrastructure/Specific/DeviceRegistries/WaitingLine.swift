#if Server
/// Those who wait, first come, first served; to leave it costs as little anywhere in it.
package struct WaitingLine<Element> {
    private var elements: [UInt64: Element] = [:]
    /// Also of those who have left.
    private var order: [UInt64] = []
    /// Where in the order the first one is, or one that has left.
    private var start = 0

    package init() {}

    package var count: Int { elements.count }
    package var isEmpty: Bool { elements.isEmpty }

    /// A number stands for one element only, ever.
    package mutating func append(_ element: Element, as number: UInt64) {
        elements[number] = element
        order.append(number)
    }

    package mutating func remove(_ number: UInt64) -> Element? {
        let element = elements.removeValue(forKey: number)
        tidy()
        return element
    }

    /// Takes the first ones as long as they are wanted.
    package mutating func removeFirst(
        upTo limit: Int = .max, while isWanted: (Element) -> Bool = { _ in true }
    ) -> [Element] {
        var removed: [Element] = []
        while removed.count < limit, start < order.count {
            if let element = elements[order[start]] {
                guard isWanted(element) else { break }
                elements[order[start]] = nil
                removed.append(element)
            }
            start += 1
        }
        tidy()
        return removed
    }

    /// What has left takes no more room than what is there, and is cleared away at a cost that it has paid by leaving.
    private mutating func tidy() {
        guard order.count > 64 + 2 * elements.count else { return }
        order = order[start...].filter { elements[$0] != nil }
        start = 0
    }
}
#endif
