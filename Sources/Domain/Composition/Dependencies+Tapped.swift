extension Dependencies {
    /// The same ports, each behind the tap.
    package func tapped(by tap: any RunTap) -> Dependencies {
        var tapped = self
        tapped.clock = TappedClock(base: clock, tap: tap)
        tapped.randomSource = TappedRandomSource(base: randomSource, tap: tap)
        tapped.dataStore = TappedDataStore(base: dataStore, tap: tap)
        tapped.backend = TappedBackend(base: backend, tap: tap)
        tapped.deviceRegistry = TappedDeviceRegistry(base: deviceRegistry, tap: tap)
        tapped.accountBackend = TappedAccountBackend(base: accountBackend, tap: tap)
        tapped.accountRegistry = TappedAccountRegistry(base: accountRegistry, tap: tap)
        tapped.credentialHasher = TappedCredentialHasher(base: credentialHasher, tap: tap)
        tapped.gitHub = TappedGitHub(base: gitHub, tap: tap)
        tapped.statusPage = TappedStatusPage(base: statusPage, tap: tap)
        tapped.versionedApi = TappedVersionedApi(base: versionedApi, tap: tap)
        tapped.backupMaker = TappedBackupMaker(base: backupMaker, tap: tap)
        tapped.applicationMaker = TappedApplicationMaker(base: applicationMaker, tap: tap)
        tapped.classroom = TappedClassroom(base: classroom, tap: tap)
        tapped.workshop = TappedWorkshop(base: workshop, tap: tap)
        tapped.journal = TappedJournal(base: journal, tap: tap)
        return tapped
    }
}
