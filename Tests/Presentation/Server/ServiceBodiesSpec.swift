import CalearningDomain
import Foundation
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct サービスと利用側がやりとりする本文 {
    private static func time(_ choices: inout RandomChoices) -> Timestamp {
        Timestamp(milliseconds: choices.number(in: Int64(0)...253_000_000_000_000))
    }

    private static func uuid(_ choices: inout RandomChoices) -> UUIDv7 {
        UUIDv7(at: time(&choices), random: (choices.number(in: 0...(.max)), choices.number(in: 0...(.max))))
    }

    private static func session(_ choices: inout RandomChoices) -> Session {
        Session(
            id: uuid(&choices),
            udid: UDID(choices.text(1...128, of: "aZ09~!\"\\/")) ?? .example(2),
            beganAt: time(&choices), lastUsedAt: time(&choices), device: DeviceName(choices.text(0...4)))
    }

    private static func account(_ choices: inout RandomChoices) -> Account {
        Account(
            id: uuid(&choices),
            name: AccountName(choices.text(3...32, of: "az09_-")) ?? .example)
    }

    /// Returns the body that the recipient gets.
    private static func sent(_ body: some Encodable) throws -> Data { try JSONFormat().encode(body) { _ in } }

    private static func complaints(_ body: some Encodable, as schema: String) throws -> [String] {
        let json = try JSONSerialization.jsonObject(with: sent(body))
        return try OpenAPIContract().complaints(json, as: schema)
    }

    private static func received<Body: Codable>(_ body: Body) throws -> Body {
        try JSONFormat().decode(Body.self, from: sent(body))
    }

    /// Expects that random values are written as the schema says, and that the recipient reads the expected value.
    private static func expectAgreement<Value: Equatable, Body: Codable>(
        on schema: String, _ write: @escaping (Value) -> Body, _ read: @escaping (Body) -> Value?,
        expected: @escaping (Value) -> Value? = { $0 }, _ make: @escaping (inout RandomChoices) -> Value
    ) async {
        await forAll(300, make) { value in
            let body = write(value)
            try promise(complaints(body, as: schema), is: [])
            try promise(read(received(body)), is: expected(value))
        }
    }

    @Test func どの答えも契約どおりに書かれ_同じものとして読まれる() async {
        await Self.expectAgreement(on: "OpenedSession", OpenedSessionBody.init, { $0.opened }) { choices in
            OpenedSession(
                account: Self.account(&choices), session: Self.session(&choices).id,
                token: .fixture(choices.number(in: 1...99)), expiresAt: Self.time(&choices))
        }
        await Self.expectAgreement(on: "LoggedIn", LoggedInBody.init, { $0.loggedIn }) { choices in
            LoggedIn(account: Self.account(&choices), session: Self.session(&choices))
        }
        await Self.expectAgreement(
            on: "Sessions", SessionListBody.init, { $0.list }, expected: { $0.sessions.isEmpty ? nil : $0 }
        ) { choices in
            let sessions = choices.list(0...5, of: Self.session)
            let own = sessions.isEmpty ? Self.session(&choices).id : choices.one(of: sessions).id
            return SessionList(own: own, sessions: sessions)
        }
        await Self.expectAgreement(on: "AccountExport", AccountExportBody.init, { $0.export }) { choices in
            AccountExport(
                account: Self.account(&choices), sessions: choices.list(0...5, of: Self.session),
                hasSecondFactor: choices.isTrue())
        }
        await Self.expectAgreement(on: "SecondFactorOffer", SecondFactorOfferBody.init, { $0.offer }) { choices in
            let random = SeededRandomSource(seed: choices.number(in: 0...(.max)))
            return SecondFactorOffer(
                account: Self.account(&choices), key: TimeCodeKey(randomSource: random),
                confirmableUntil: Self.time(&choices))
        }
        await Self.expectAgreement(on: "BackupCodes", BackupCodesBody.init, { $0.backupCodes }) { choices in
            choices.list(10...10) { choices in
                RecoveryCode(randomSource: SeededRandomSource(seed: choices.number(in: 0...(.max))))
            }
        }
        await Self.expectAgreement(on: "Registration", { UDIDBody(udid: $0) }, { $0.udid }) { choices in
            UDID(Self.uuid(&choices))
        }
    }

    /// The clock of a machine without a battery, or a wrong one.
    @Test func 時計がどれほど狂っていても_契約どおりに書かれる() async {
        let bounds = (lower: Int64(-62_167_219_200_000), upper: Int64(253_402_300_799_999))
        await forAll { choices in
            (0..<3).map { _ in
                choices.number(
                    near: 0, bounds.lower, bounds.upper, 1 << 48, Int64.min / 2, Int64.max / 2, within: 1 << 42)
            }
        } holds: { milliseconds in
            let times = milliseconds.map { Timestamp(milliseconds: $0) }
            let ids = times.map { UUIDv7(at: $0, random: (1, 2)) }
            let session = Session(id: ids[0], udid: .example(2), beganAt: times[1], lastUsedAt: times[2], device: nil)
            let export = AccountExport(account: Account(id: ids[1], name: .example), sessions: [session])
            let body = AccountExportBody(export)

            try promise(Self.complaints(body, as: "AccountExport"), is: [])
            let found = try Self.received(body).export
            try promise(
                found.sessions[0].beganAt.milliseconds, is: min(max(milliseconds[1], bounds.lower), bounds.upper))
            for (milliseconds, id) in zip(milliseconds, ids) {
                try promise(id.time.milliseconds, is: min(max(milliseconds, 0), bounds.upper))
                try promise(UUIDv7("\(id)"), is: id)
            }
            try promise("\(ids[0])" <= "\(ids[1])", is: ids[0].time <= ids[1].time)
        }
    }

    @Test func 要求は契約どおりに書かれる() async {
        await forAll { choices in
            (
                choices.text(3...32, of: "aZ09_-"), choices.text(15...64, of: "aé漢😀 "),
                choices.text(15...64, of: "aé漢😀 "),
                choices.number(in: 0...9999)
            )
        } holds: { name, old, new, kind in
            let credentials = Credentials(name: name, password: Password(normalized: new))
            let change = PasswordChange(old: Password(normalized: old), new: Password(normalized: new))
            for name in [nil, DeviceName.fixture()] {
                let body = CredentialsBody(credentials, on: .example(2), named: name)
                try promise(Self.complaints(body, as: "AccountRequest"), is: [])
                try promise(Self.complaints(PasswordBody(change, on: name), as: "PasswordRequest"), is: [])
            }
            try promise(Self.complaints(DeviceNameBody(.fixture()), as: "DeviceNameRequest"), is: [])
            for code in [nil] + SecondCode.examples {
                let proof = Proof(password: Password(normalized: old), code: code)
                try promise(Self.complaints(ConfirmationBody(proof), as: "Confirmation"), is: [])
                try promise(Self.complaints(DeletionBody(proof, withExport: true), as: "DeletionRequest"), is: [])
                let change = PasswordChange(old: proof.password, new: proof.password, code: code)
                try promise(Self.complaints(PasswordBody(change, on: nil), as: "PasswordRequest"), is: [])
                let recovery = AccountRecovery(credentials: credentials, code: nil, secondCode: code)
                try promise(Self.complaints(RecoveryBody(recovery), as: "Recovery"), is: [])
            }
            for code in SecondCode.examples {
                try promise(Self.complaints(CodeBody(code), as: "Code"), is: [])
                try promise(Self.complaints(ContinuationBody(.example, code), as: "Continuation"), is: [])
            }
            for code in [nil, RecoveryCode.example] {
                let recovery = RecoveryBody(AccountRecovery(credentials: credentials, code: code))
                try promise(Self.complaints(recovery, as: "Recovery"), is: [])
            }
            let registration = RegistrationBody(kind: try promised(DeviceKind(rawValue: kind)))
            try promise(Self.complaints(registration, as: "RegistrationRequest"), is: [])
        }
    }

    @Test func 契約の長さと文字は_規則と同じである() async {
        await forAll(500) { choices in
            let (name, password) = (
                choices.number(near: 3, 32, within: 3), choices.number(near: 15, 256, within: 3)
            )
            return (
                choices.text(name...name, of: choices.isTrue() ? "aZ09_-" : "aZ09_- é./"),
                choices.text(password...password, of: choices.isTrue() ? "aé漢😀 " : "aé漢😀 \u{0}")
            )
        } holds: { name, password in
            let credentials = Credentials(name: name, password: Password(normalized: password))
            let body = CredentialsBody(credentials, on: .example(2), named: nil)
            let flaws =
                AccountRules.flaws(ofName: credentials.name)
                + AccountRules.flaws(of: Password(normalized: password), forName: "").filter {
                    [.passwordTooShort, .passwordTooLong, .passwordCharacters].contains($0)
                }
            try promise(Self.complaints(body, as: "AccountRequest").isEmpty, is: flaws.isEmpty)
        }
    }

    @Test func 断りのコードは契約の文書にあるものだけ() throws {
        let codes = [
            ErrorResponse.keyReused, ErrorResponse.nameTaken, ErrorResponse.wrongCredentials,
            ErrorResponse.wrongPassword, ErrorResponse.wrongRecovery, ErrorResponse.sessionEnded,
            ErrorResponse.noSuchSession, ErrorResponse.malformedDeviceName, ErrorResponse.codeNeeded,
            ErrorResponse.wrongCode, ErrorResponse.loginEnded, ErrorResponse.secondFactorIsOn,
            ErrorResponse.secondFactorIsOff, ErrorResponse.secondFactorIsNotBegun,
            ErrorResponse.secondFactorIsUnavailable,
        ]
        for code in codes + AccountFlaw.allCases.map(\.code) {
            let refusal = ErrorResponse(code: code, title: "t", message: "m")
            try expect(Self.complaints(refusal, as: "ErrorResponse"), equals: [])
        }
    }

    @Test func 見てはならない者には秘密が書かれない() throws {
        let opened = OpenedSession(
            account: .example, session: UUIDv7(at: .example, random: (0, 9)), token: .fixture(7), expiresAt: .example)
        let text = String(decoding: try JSONEncoder().encode(OpenedSessionBody(opened)), as: UTF8.self)

        #expect(!text.contains(opened.token.reveal()))
        let offer = String(decoding: try JSONEncoder().encode(SecondFactorOfferBody(.example)), as: UTF8.self)
        #expect(!offer.contains(TimeCodeKey.example.reveal()))
    }
}
