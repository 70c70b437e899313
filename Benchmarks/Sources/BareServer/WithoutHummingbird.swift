#if !Hummingbird
/// What `swift build` makes of this program without its trait: it must have an entry point.
@main enum WithoutHummingbird {
    static func main() {
        print("Please build it with --traits Hummingbird.")
    }
}
#endif
