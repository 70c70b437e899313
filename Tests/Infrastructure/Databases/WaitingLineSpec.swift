#if Server
import CalearningInfrastructure
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 待つ者の列 {
    @Test func 素朴な列と同じに振る舞う() {
        let source = SeededRandomSource.unpredictable()
        let random = { (limit: Int) in Int(source.next() % UInt64(limit)) }
        var line = WaitingLine<UInt64>()
        var model: [UInt64] = []

        for number in 0..<UInt64(20_000) {
            line.append(number, as: number)
            model.append(number)
            switch random(4) {
            case 0:
                let limit = random(8)
                #expect(line.removeFirst(upTo: limit) == Array(model.prefix(limit)), source.comment)
                model.removeFirst(min(limit, model.count))
            case 1...2:
                guard !model.isEmpty else { continue }
                let gone = model[random(model.count)]
                #expect(line.remove(gone) == gone, source.comment)
                model.removeAll { $0 == gone }
            default: break
            }
            #expect(line.count == model.count, source.comment)
        }
        #expect(line.removeFirst() == model)
        #expect(line.isEmpty)
    }
}
#endif
