package import UsecasesEngine

extension UUIDv7 {
    package static func fixture(_ number: UInt64 = 1) -> UUIDv7 { UUIDv7(at: .example, random: (number, number)) }
}

extension Timestamp {
    package static func + (time: Timestamp, milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + milliseconds)
    }

    package static func - (time: Timestamp, milliseconds: Int64) -> Timestamp { time + -milliseconds }
}

extension Duration {
    package static func + (duration: Duration, milliseconds: Int64) -> Duration {
        duration + .milliseconds(milliseconds)
    }

    package static func - (duration: Duration, milliseconds: Int64) -> Duration { duration + -milliseconds }
}
