/// The books of a library and their loans. The service had this actor before it had use cases.
actor BookShelf {
    let books = ["9780131103627", "9780262510875"]
    private var loans: [String: Loan] = [:]

    func has(_ isbn: String) -> Bool { books.contains(isbn) }

    func lend(_ isbn: String, to reader: String) -> Loan? {
        guard loans[isbn] == nil else { return nil }
        loans[isbn] = Loan(isbn: isbn, reader: reader)
        return loans[isbn]
    }

    func takeBack(_ isbn: String) -> Bool { loans.removeValue(forKey: isbn) != nil }
}

struct Loan: Codable, Hashable {
    let isbn: String
    let reader: String
}
