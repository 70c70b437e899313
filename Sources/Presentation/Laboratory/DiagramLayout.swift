/// Where everything in the diagram of a ``SceneGraph`` stands, in pixels from its upper left corner.
package struct DiagramLayout: Sendable, Hashable {
    package struct Frame: Sendable, Hashable {
        package let x: Int
        package let y: Int
        package let width: Int
        package let height: Int
    }

    package struct Box: Sendable, Hashable {
        package let node: SceneGraph.Node
        package let text: DiagramText
        package let frame: Frame
    }

    package struct Label: Sendable, Hashable {
        package let text: DiagramText
        package let frame: Frame
    }

    /// A line: straight down where it passes something, and bent between.
    package struct Route: Sendable, Hashable {
        package struct Stretch: Sendable, Hashable {
            package let x: Int
            package let top: Int
            package let bottom: Int
        }

        package let stretches: [Stretch]
        /// Its arrow is at its upper end.
        package let isUpward: Bool
    }

    /// From a scene to its failures, or to itself.
    package struct Tie: Sendable, Hashable {
        package let fromX: Int
        package let toX: Int
        package let y: Int
    }

    package private(set) var boxes: [Box] = []
    package private(set) var labels: [Label] = []
    package private(set) var routes: [Route] = []
    package private(set) var ties: [Tie] = []
    /// Of steps from a scene to itself: arcs on its left side.
    package private(set) var loops: [Tie] = []
    package let width: Int
    package let height: Int

    package init(_ graph: SceneGraph) {
        let plan = DiagramPlan(graph)
        width = plan.width
        height = plan.height
        for index in plan.scenes.indices {
            let (scene, text, frame) = (plan.scenes[index], plan.texts[index], plan.frame(of: index))
            boxes.append(Box(node: scene, text: text, frame: frame))
            if let failure = plan.failures[index] {
                let text = DiagramText.failures(failure.labels)
                let side = plan.failureFrame(of: index, text)
                boxes.append(Box(node: failure, text: text, frame: side))
                let y = frame.y + min(frame.height, side.height) / 2
                ties.append(Tie(fromX: frame.x + frame.width, toX: side.x, y: y))
            }
            if let loop = plan.loops[index] {
                let y = frame.y + frame.height / 2
                loops.append(Tie(fromX: frame.x, toX: frame.x - DiagramPlan.arm, y: y))
                if let text = loop.text {
                    let x = frame.x - DiagramPlan.arm - text.boxWidth
                    labels.append(
                        Label(text: text, frame: Frame(x: x, y: frame.y, width: text.boxWidth, height: text.height)))
                }
            }
        }
        for index in plan.steps.indices {
            routes.append(plan.route(of: index))
            if let label = plan.label(of: index) { labels.append(label) }
        }
    }
}
