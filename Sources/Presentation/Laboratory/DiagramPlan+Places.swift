/// Where the parts of a plan stand.
extension DiagramPlan {
    func frame(of scene: Int) -> DiagramLayout.Frame {
        let text = texts[scene]
        return .init(
            x: x(of: scene) - text.boxWidth / 2, y: bands[layers.layers[scene]].top, width: text.boxWidth,
            height: text.boxHeight)
    }

    func failureFrame(of scene: Int, _ text: DiagramText) -> DiagramLayout.Frame {
        let frame = frame(of: scene)
        return .init(
            x: frame.x + frame.width + Self.arm, y: frame.y, width: text.boxWidth, height: text.boxHeight)
    }

    func label(of step: Int) -> DiagramLayout.Label? {
        guard let text = stepTexts[step] else { return nil }
        let item = layers.chains[step][1]
        let band = bands[layers.layers[item]]
        return .init(
            text: text,
            frame: .init(
                x: x(of: item) - text.boxWidth / 2, y: (band.top + band.bottom - text.height) / 2,
                width: text.boxWidth, height: text.height))
    }

    func route(of step: Int) -> DiagramLayout.Route {
        let chain = layers.chains[step]
        let stretches = chain.enumerated().map { index, item in
            let band = bands[layers.layers[item]]
            let isFirst = index == 0
            guard isFirst || index == chain.count - 1 else {
                return DiagramLayout.Route.Stretch(x: x(of: item), top: band.top, bottom: band.bottom)
            }
            let x = x(of: item) + offset(of: step, in: isFirst ? ports.below[item] : ports.above[item], at: item)
            return isFirst
                ? .init(x: x, top: band.top + texts[item].boxHeight, bottom: band.bottom)
                : .init(x: x, top: band.top, bottom: band.top)
        }
        return .init(stretches: stretches, isUpward: layers.upward.contains(steps[step]))
    }

    private func x(of item: Int) -> Int { columns.lines[item] + Self.margin }

    /// So that lines do not end on one another.
    private func offset(of step: Int, in ports: [Int], at scene: Int) -> Int {
        guard let index = ports.firstIndex(of: step) else { return 0 }
        let distance = min(36, (texts[scene].boxWidth - 24) / ports.count)
        return (2 * index - ports.count + 1) * distance / 2
    }
}
