/// The registry suffixes of two labels under which a wildcard must not stand (`*.co.uk`).
///
/// A short list of the registries' own second levels, enough for the rule "not over a suffix"; suffixes that private
/// operators registered (`github.io`) are not in it, because real certificates stand on them.
enum PublicSuffixes {
    /// Whether a name of two or more labels is such a suffix, or a single label.
    static func isRegistrySuffix(_ name: some StringProtocol) -> Bool {
        let labels = name.lowercased().split(separator: ".")
        guard labels.count == 2, let top = labels.last, let second = labels.first else { return labels.count < 2 }
        return secondLevels[String(top)]?.contains(String(second)) == true
    }

    private static let secondLevels: [String: Set<String>] = table.mapValues {
        Set($0.split(separator: " ").map(String.init))
    }

    private static let table: [String: String] = [
        "ae": "co net org sch ac gov mil",
        "ar": "com edu gob gov int mil net org tur",
        "at": "ac co gv or",
        "au": "com net org edu gov asn id",
        "bd": "com edu gov net org ac mil",
        "bh": "com edu net org gov",
        "bo": "com edu gob net org tv mil",
        "br": "com net org gov edu art blog eco ind inf mil",
        "bw": "co org",
        "cn": "com net org gov edu ac mil",
        "co": "com edu gov mil net nom org",
        "cr": "ac co ed fi go or sa",
        "cy": "ac com ekloges gov ltd net org press",
        "do": "com edu gob gov mil net org",
        "dz": "com org net gov edu asso",
        "ec": "com info net fin edu gob gov mil org",
        "eg": "com edu eun gov mil name net org sci",
        "es": "com nom org gob edu",
        "fj": "ac biz com gov info mil name net org pro",
        "fr": "asso com gouv nom prd tm",
        "gh": "com edu gov org mil",
        "gr": "com edu net org gov",
        "gt": "com edu gob ind mil net org",
        "hk": "com edu gov idv net org",
        "hn": "com edu org net mil gob",
        "hu": "co info org priv",
        "id": "ac biz co desa go mil my net or sch web",
        "il": "ac co gov idf k12 muni net org",
        "in": "co firm net org gen ind ac edu res gov mil nic",
        "ir": "ac co gov id net org sch",
        "it": "gov edu",
        "jo": "com org net edu sch gov mil name",
        "jp": "ac ad co ed go gr lg ne or",
        "ke": "ac co go info me mobi ne or sc",
        "kh": "com edu gov mil net org per",
        "kr": "ac co es go hs kg mil ms ne or pe re sc",
        "kw": "com edu gov net org",
        "lb": "com edu gov net org",
        "lk": "gov sch net int com org edu ngo soc web ltd assn grp hotel ac",
        "lv": "com edu gov org mil id net asn conf",
        "ma": "co net gov org ac press",
        "mo": "com net org edu gov",
        "mt": "com edu net org",
        "mx": "com org gob edu net",
        "my": "com net org gov edu mil name",
        "ng": "com edu gov i mil mobi name net org sch",
        "ni": "ac biz co com edu gob in info int mil net nom org web",
        "np": "com edu gov mil net org",
        "nz": "ac co cri geek gen govt health iwi kiwi maori mil net org parliament school",
        "om": "co com edu gov med museum net org pro",
        "pa": "ac gob com org sld edu net ing abo med nom",
        "pe": "edu gob nom mil org com net",
        "ph": "com net org gov edu ngo mil i",
        "pk": "com net edu org fam biz web gov gob gok gon gop gos info",
        "pl": "com net org edu gov info",
        "pt": "com edu gov int net nome org publ",
        "py": "com coop edu gov mil net org",
        "qa": "com edu gov mil name net org sch",
        "ro": "com org tm nt nom info rec arts firm store www",
        "rs": "ac co edu gov in org",
        "ru": "com org net",
        "sa": "com net org gov med pub edu sch",
        "sg": "com net org gov edu per",
        "sv": "com edu gob org red",
        "th": "ac co go in mi net or",
        "tn": "com ens fin gov ind info intl mincom nat net org perso tourism",
        "tr": "com info biz net org web gen tv av dr bbs name tel gov bel pol mil k12 edu kep",
        "tw": "edu gov mil com net org idv game ebiz club",
        "tz": "ac co go hotel info me mil mobi ne or sc tv",
        "ua": "com edu gov in net org",
        "ug": "co or ac sc go ne com org",
        "uk": "ac co gov ltd me net nhs org plc police sch",
        "uy": "com edu gub mil net org",
        "ve": "arts co com edu firm gob gov info int mil net org rec store tec web",
        "vn": "com net org edu gov int ac biz info name pro health",
        "ye": "com edu gov net mil org",
        "za": "ac agric alt co edu gov grondar law mil net ngo nic nis nom org school tm web",
        "zm": "ac biz co com edu gov info mil net org sch",
        "zw": "ac co gov mil org",
    ]
}
