import ArgumentParser

@main
struct Calearning: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "calearning")
}
