public import Usecases

extension Exploration {
    /// The same with the sentences of its scenes and errors in a language instead of their names.
    public func told(in language: Language) -> Exploration {
        guard language != .ja else { return self }
        let tell = { name in usecase.sentence(name).text(in: language) }
        return Exploration(
            usecase: usecase.told(by: tell), ways: ways.map { $0.told(by: tell, in: language) }, findings: findings)
    }
}

extension UsecaseDescription {
    /// The title or the name of a scene, in all languages.
    fileprivate func sentence(_ name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }

    fileprivate func told(by tell: (String) -> String) -> UsecaseDescription {
        var told = self
        told.title = tell(title)
        told.scenes = scenes.map { Declared(course: $0.course, name: tell($0.name)) }
        return told
    }
}

extension Way {
    fileprivate func told(by tell: (String) -> String, in language: Language) -> Way {
        func told(_ scene: SceneText) -> SceneText { scene.named(tell(scene.name)) }
        let ending: Ending =
            switch ending {
            case .goal(let goal): .goal(told(goal))
            case .failure(let error): .failure(ErrorWrapper.names(of: error).text(in: language))
            case .endless(let scenes): .endless(scenes.map(tell))
            }
        let events = events.map { event -> Event in
            switch event {
            case .scene(let scene): .scene(told(scene))
            case .call(let call, let outcome):
                .call(call, outcome: ErrorWrapper.names(of: outcome).text(in: language))
            }
        }
        return Way(beginning: beginning, events: events, ending: ending)
    }
}

extension ScenarioName {
    /// The same as ``Exploration/told(in:)`` does; `usecase` is that of the scenario.
    public func told(in language: Language, of usecase: UsecaseDescription) -> ScenarioName {
        ScenarioName(
            scenes: scenes.map { usecase.sentence($0).text(in: language) },
            failure: failure.map { ErrorWrapper.names(of: $0).text(in: language) })
    }
}
