#if !Hummingbird
/// The program that `swift build` makes without the trait: it must have an entry point.
@main enum WithoutHummingbird {
    static func main() {
        print("Please build it with --traits Hummingbird.")
    }
}
#endif
