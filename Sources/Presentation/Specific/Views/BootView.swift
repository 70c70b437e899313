import Application
package import Domain

extension Boot: ShownUsecase {
    static let waiting: Screen? = .splash

    static func show(_ scenario: Scenario<Boot>, in store: inout Store) -> Screen {
        store.udid = scenario.udid
        return switch scenario.goal {
        case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示: .login(udid: store.udid)
        case .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示: .tutorial
        }
    }
}

extension Scenario<Boot> {
    /// The UDID that the application started with.
    fileprivate var udid: UDID? {
        for case .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(let udid)) in walk.passages.map(\.scene) {
            return udid
        }
        return nil
    }
}

extension Store {
    private enum DeviceUDID: Fact {
        typealias Value = UDID
    }

    /// The UDID of this device, once a use case has found it out.
    package var udid: UDID? {
        get { self[DeviceUDID.self] }
        set { self[DeviceUDID.self] = newValue }
    }
}
