extension Scene {
    /// As a tap sees it.
    package var tapped: TappedScene {
        TappedScene(course: course, name: name, declared: declared)
    }
}
