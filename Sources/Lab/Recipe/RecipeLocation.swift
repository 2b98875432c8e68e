import Diagnosis

extension LabRecipe {
    /// The recipe that belongs to this program: `../share/countersign/certs/lab.json5` beside its executable, or
    /// `certs/lab.json5` of the checkout it was built in.
    ///
    /// - Throws: `file.missing` with every place tried, `config.syntax`, `config.key`.
    public static func installed() throws(Problem) -> LabRecipe {
        let file = InstalledFile.read("certs/lab.json5")
        guard let (place, bytes) = file.found else {
            throw .installedFileMissing("the lab's recipe", tried: file.tried)
        }
        return try LabRecipe(parsing: bytes, file: place)
    }
}
