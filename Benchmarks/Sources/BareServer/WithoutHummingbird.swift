#if !Hummingbird
/// The program built without the trait. It must have an entry point.
@main enum WithoutHummingbird {
    static func main() {
        print("Please build it with --traits Hummingbird.")
    }
}
#endif
