#if Server
/// A first-come, first-served queue; leaving it costs the same at any position.
package struct WaitingLine<Element> {
    private var elements: [UInt64: Element] = [:]
    /// The numbers in order, including those of elements that have left.
    private var order: [UInt64] = []
    /// The index in the order of the first element, or of one that has left.
    private var start = 0

    package init() {}

    package var count: Int { elements.count }
    package var isEmpty: Bool { elements.isEmpty }

    /// A number must never be used for another element.
    package mutating func append(_ element: Element, as number: UInt64) {
        elements[number] = element
        order.append(number)
    }

    package mutating func remove(_ number: UInt64) -> Element? {
        let element = elements.removeValue(forKey: number)
        tidy()
        return element
    }

    /// Removes the first elements as long as they satisfy the condition.
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

    /// Limits the space of elements that have left to that of the others, at a cost that is amortised over their
    /// leaving.
    private mutating func tidy() {
        guard order.count > 64 + 2 * elements.count else { return }
        order = order[start...].filter { elements[$0] != nil }
        start = 0
    }
}
#endif
