package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// ひとつの冪等キーのUDIDはひとつ
package enum OneKeyOneUdid: Promise {
    package static let sentence = Sentence(
        en: "An installation key has one UDID, in the registry and on the device",
        ja: "ひとつのインストールキーのUDIDは、登録簿でも端末でもひとつ")

    package static func occasions(in history: History) -> [(InstallationKey, UDID)] {
        history.runs(of: RegisterDevice.self).compactMap(\.registration)
    }

    package static func breach(
        on registrations: [(InstallationKey, UDID)], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
        var issued: [InstallationKey: UDID] = [:]
        for (key, udid) in registrations {
            if let other = issued[key], other != udid {
                return Sentence(
                    en: "The server answered \(key) with the UDIDs \(udid) and \(other).",
                    ja: "サーバは\(key)にUDID \(udid)と\(other)を答えました。")
            }
            issued[key] = udid
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid != udid { return differs(udid, from: recorded, under: key) }
        }
        // A reset that was interrupted, or that another run overlaps, may leave the key of one installation beside the UDID of
        // another one.
        let reset = Set(
            history.runs(of: Reset.self).map(\.run).filter { reset in
                reset.goal == nil
                    || history.runs.contains { run in
                        run.device == reset.device && !run.isServers && run.beganAfter != reset.beganAfter
                            && !run.precedes(reset) && !reset.precedes(run)
                    }
            }.map(\.device))
        for (device, ports) in history.devices.enumerated() where !reset.contains(device) {
            guard let stored = try await ports.dataStore.get(DeviceMemory.keys.udid) else { continue }
            guard let key = try await ports.dataStore.get(DeviceMemory.keys.installationKey) else {
                return Sentence(
                    en: "Device \(device + 1) has the UDID \(stored), and not the key with which it asked for it.",
                    ja: "端末\(device + 1)にはUDID \(stored)がありますが、それを頼んだ冪等キーがありません。")
            }
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid.rawValue != stored {
                return Sentence(
                    en:
                        "Device \(device + 1) has the UDID \(stored), and the server \(text(of: recorded)) under its \(key).",
                    ja: "端末\(device + 1)のUDIDは\(stored)、その\(key)のサーバのUDIDは\(text(of: recorded))です。")
            }
        }
        return nil
    }

    private static func differs(_ udid: UDID, from recorded: Registration?, under key: InstallationKey) -> Sentence {
        Sentence(
            en: "The server answered \(key) with the UDID \(udid), and has \(text(of: recorded)).",
            ja: "サーバは\(key)にUDID \(udid)を答えましたが、持っているのは\(text(of: recorded))です。")
    }

    private static func text(of recorded: Registration?) -> String { recorded.map { "\($0.udid)" } ?? "–" }
}

extension Told<RegisterDevice> {
    /// What was answered, and to which key.
    var registration: (InstallationKey, UDID)? {
        guard case .サーバはUDIDを発行して冪等キーのもとに記録する(_, let key?)? = basics.first else { return nil }
        switch goal {
        case .記録した場合_サーバは新しいUDIDを返す(let udid), .発行済みの場合_サーバは同じUDIDを返す(let udid): return (key, udid)
        case .冪等キーが別の内容で使われている場合_サーバは拒否する, nil: return nil
        }
    }
}
