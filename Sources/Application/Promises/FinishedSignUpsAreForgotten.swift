import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 済んだ申し込みの冪等キーは端末に残らない
package enum FinishedSignUpsAreForgotten: Promise {
    package static let sentence = Sentence(
        en: "A device forgets the key of a sign-up that is over", ja: "済んだ申し込みの冪等キーは端末に残らない")

    /// The devices on which nobody has signed up since a session was saved or a name was refused.
    package static func occasions(in history: History) -> [Int] {
        let signUps = history.runs(of: SignUp.self)
        let over =
            signUps.filter { told in
                switch told.goal {
                case .アプリはホーム画面を表示, .名前が使われている場合_アプリは使われていることを表示: true
                case .規則に合わない場合_アプリは直すところを表示, .頼みすぎた場合_アプリは次に頼める時刻を表示, nil: false
                }
            }.map(\.run)
            + history.runs(of: LogIn.self).filter { if case .アプリはホーム画面を表示 = $0.goal { true } else { false } }.map(\.run)
            + history.runs(of: ChangePassword.self).filter {
                if case .アプリはパスワードが変わったことを表示 = $0.goal { true } else { false }
            }.map(\.run)
        return over.filter { run in
            signUps.map(\.run).allSatisfy {
                $0.device != run.device || $0.beganAfter == run.beganAfter || $0.precedes(run)
            }
        }.map(\.device)
    }

    package static func breach(on devices: [Int], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for device in devices {
            if let attempt = try await history.devices[device].dataStore.get(DeviceMemory.keys.signUp) {
                return Sentence(
                    en: "Device \(device + 1) still keeps the request of \(attempt).",
                    ja: "端末\(device + 1)に、\(attempt)の申し込みが残っています。")
            }
        }
        return nil
    }
}
