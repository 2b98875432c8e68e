import Diagnosis

/// Checks what one entry of the recipe says of others.
struct RecipeCheck {
    let recipe: LabRecipe

    /// - Parameter document: the whole file, for the places of what is wrong.
    func check(_ document: JSON5Value) throws(Problem) {
        for (name, entry) in recipe.authorities.sorted(by: { $0.key < $1.key }) {
            try check(entry, self: .authority(name))
        }
        for name in recipe.identityNames {
            guard let identity = recipe.identities[name] else { continue }
            try check(try recipe.entry(.identity(name)), self: .identity(name))
            try checkAuthorities(identity.chain, key: "chain", at: recipe.identityPositions[name] ?? recipe.position)
        }
        var ports = [recipe.filesPort: "the lab's files"]
        if let other = ports.updateValue("the names", forKey: recipe.namePort) {
            throw Problem.configValue(
                at: recipe.position,
                key: "namePort",
                found: "\(recipe.namePort), which is \(other)'s",
                wanted: "a port of its own"
            )
        }
        for scenario in recipe.scenarioRecipes {
            let name = scenario.scenario.name
            try check(try recipe.entry(.server(name)), self: .server(name))
            try checkAuthorities(scenario.sends, key: "sends", at: scenario.position)
            let clients = scenario.clients
            for name in clients.names + clients.anchors + clients.knows {
                try checkExists(name, key: "clientCertificate", at: scenario.position)
            }
            if let other = ports[scenario.scenario.port] {
                throw Problem.configValue(
                    at: scenario.position,
                    key: "port",
                    found: "\(scenario.scenario.port), which is \(other)'s",
                    wanted: "a port of its own"
                )
            }
            ports[scenario.scenario.port] = name
        }
        for file in recipe.bundle { try check(file) }
    }

    private func check(_ file: BundleFile) throws(Problem) {
        switch file.content {
        case .certificate(let name, _): try checkExists(name, key: file.name, at: recipe.position)
        case .identity(let name): try checkExists(.identity(name), key: file.name, at: recipe.position)
        }
    }

    private func check(_ entry: LabRecipe.Entry, self name: EntryName) throws(Problem) {
        if case .authority(let issuer) = entry.certificate.issuer {
            try checkExists(.authority(issuer), key: "issuer", at: entry.position)
        }
        if let other = entry.certificate.sameKeyAs { try checkExists(other, key: "sameKeyAs", at: entry.position) }
        try checkDescent(of: name, at: entry.position)
    }

    /// That nothing rests on itself, through issuers and shared keys.
    private func checkDescent(of name: EntryName, at position: JSON5Position) throws(Problem) {
        var waiting = [name]
        var seen: Set<EntryName> = []
        while let next = waiting.popLast() {
            guard let certificate = try? recipe.entry(next).certificate else { continue }
            var above: [EntryName] = []
            if case .authority(let issuer) = certificate.issuer { above.append(.authority(issuer)) }
            if let other = certificate.sameKeyAs { above.append(other) }
            guard !above.contains(name) else {
                throw Problem.configValue(
                    at: position,
                    key: "issuer",
                    found: "a ring that leads back to itself",
                    wanted: "\"self\" or an authority above it"
                )
            }
            waiting += above.filter { seen.insert($0).inserted }
        }
    }

    private func checkAuthorities(_ names: [String], key: String, at position: JSON5Position) throws(Problem) {
        for name in names { try checkExists(.authority(name), key: key, at: position) }
    }

    private func checkExists(_ name: EntryName, key: String, at position: JSON5Position) throws(Problem) {
        let (kind, word, known): (String, String, [String]) =
            switch name {
            case .authority(let word): ("authority", word, recipe.authorities.keys.sorted())
            case .server(let word): ("scenario", word, recipe.scenarios.map(\.name))
            case .identity(let word): ("identity", word, recipe.identityNames)
            }
        guard !known.contains(word) else { return }
        throw Problem.configValue(
            at: position,
            key: key,
            found: "\"\(word)\"",
            wanted: "the name of an \(kind)".replacing("an scenario", with: "a scenario"),
            nearest: NearestName.to(word, among: known)
        )
    }
}
