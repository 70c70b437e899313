package import Domain

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
    ) async throws(ErrorWrapper) -> String? {
        var issued: [InstallationKey: UDID] = [:]
        for (key, udid) in registrations {
            if let other = issued[key], other != udid { return "\(udid), \(other)" }
            issued[key] = udid
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid != udid { return "\(udid), \(recorded.map { "\($0.udid)" } ?? "–")" }
        }
        // A reset may leave the key of one installation beside the UDID of another one.
        let reset = Set(history.runs(of: Reset.self).map(\.run.device))
        for (device, ports) in history.devices.enumerated() where !reset.contains(device) {
            guard let key = try await ports.dataStore.get(DeviceMemory.keys.installationKey),
                let stored = try await ports.dataStore.get(DeviceMemory.keys.udid)
            else { continue }
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid.rawValue != stored { return "\(stored), \(recorded.map { "\($0.udid)" } ?? "–")" }
        }
        return nil
    }
}

extension Told<RegisterDevice> {
    /// What was answered, and to which key.
    var registration: (InstallationKey, UDID)? {
        guard case .サーバは冪等キーで発行済みのUDIDを探す(_, let key?)? = basics.first else { return nil }
        switch goal {
        case .記録した場合_サーバは新しいUDIDを返す(let udid), .発行済みの場合_サーバは同じUDIDを返す(let udid): return (key, udid)
        case .冪等キーが別の内容で使われている場合_サーバは拒否する, nil: return nil
        }
    }
}
