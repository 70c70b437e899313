#if Server
import CalearningDomain

extension DeviceName {
    /// The number of bytes of a header that are read. It exceeds the length of every browser's header.
    private static let userAgentLimit = 1000
    /// The marks of browsers. Most browsers also carry the marks of later ones in this list.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("OPT/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("YaBrowser/", "Yandex"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"), ("CriOS/", "Chrome"),
        (safari.mark, safari.name),
    ]
    private static let safari = (mark: "Safari/", name: "Safari")
    /// The marks of systems. Android also carries the mark of Linux.
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]
    /// The systems with Safari. Other browsers of other systems carry its mark.
    private static let systemsWithSafari: Set = ["iPhone", "iPad", "Mac"]

    /// Creates the automatic name of a browser from its header `User-Agent`, such as “Firefox on Linux”. Returns `nil` for
    /// an unknown browser or an unknown system.
    package init?(userAgent: String) {
        let bytes = Array(userAgent.utf8.prefix(Self.userAgentLimit))
        func named(_ names: [(mark: String, name: String)]) -> String? {
            names.first { bytes.contains($0.mark.utf8) }?.name
        }
        guard let browser = named(Self.browsers), let system = named(Self.systems),
            browser != Self.safari.name || Self.systemsWithSafari.contains(system)
        else { return nil }
        self.init("\(browser) on \(system)")
    }
}
#endif
