import ArgumentParser
import ShelfVault

/// How a vault is to be sealed.
struct SealingOptions: ParsableArguments {
    @Option(
        help:
            "How dear each guess of the passphrase is, from 10 to 20: 18 takes 256 MiB and a second, 19 twice as much.")
    var workFactor: Int?

    @Flag(inversion: .prefixedNo, help: "Write the file as text (ASCII armour), which can be pasted into a mail.")
    var armor: Bool?

    func validate() throws {
        guard let workFactor, !(10...AgeFile.workFactorAtMost).contains(workFactor) else { return }
        throw ValidationError("--work-factor goes from 10 to \(AgeFile.workFactorAtMost), but is \(workFactor)")
    }

    func form(from former: AgeFile.Form = AgeFile.Form()) -> AgeFile.Form {
        var form = former
        if let workFactor { form.workFactor = workFactor }
        if let armor { form.isArmored = armor }
        return form
    }
}
