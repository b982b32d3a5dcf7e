//! Warnings of programs that were built before, and options that name warnings.

use crate::project::{Project, refused};

/// Every thread of the loop writes `s`.
const SHARED: &str = "#warning look here
int main(void)
{
    int s = 0, unused;
    #pragma omp target teams distribute parallel for map(s)
    for (int i = 0; i < 9; i++)
        s = i; // HERE
    return 0;
}
";

#[test]
fn a_program_from_the_cache_warns_again() {
    let project = Project::new();
    project.write("w.c", SHARED);
    let said = |words: &[&str]| {
        let ran = project.romp2cuda(&[&["run", "w.c", "-Wall"], words].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stderr
    };
    let first = said(&[]);
    for words in ["[W7001]", "-Wunused-variable", "#warning", "running on"] {
        assert!(first.contains(words), "{words}: {first}");
    }
    assert_eq!(said(&[]), first);
    let json = said(&["--format=json"]);
    assert!(json.contains("\"code\":\"W7001\""), "{json}");
    assert!(said(&["--color=always"]).contains("\u{1b}["));
    assert_eq!(said(&[]), first);
    // A build that shows its steps (-v, -###) has other output, and does not replace what is kept of one that does not.
    let steps = said(&["-v", "-DOTHER"]);
    assert!(steps.contains("# gcc took"), "{steps}");
    assert_eq!(said(&["-DOTHER"]), first);
    said(&["-###", "-DTHIRD"]);
    assert_eq!(said(&["-DTHIRD"]), first);
    assert!(!said(&["-Wno-shared-in-loop"]).contains("W7001"));
    // A comment is not in the preprocessed text.
    project.write(
        "w.c",
        &SHARED.replace("HERE", "romp2cuda: allow(shared-in-loop)"),
    );
    assert!(!said(&[]).contains("W7001"));
    assert!(!said(&[]).contains("W7001"));
}

#[test]
fn names_that_no_warning_has_get_a_warning() {
    let project = Project::new();
    project.write("w.c", SHARED);
    for (word, text) in [
        ("-Wno-shared-in-lop", "write `-Wno-shared-in-loop`"),
        ("-Wno-serialized", "write `-Wno-serialised`"),
        ("-Wno-nonsense", "gcc's is called `nonsense`"),
    ] {
        refused(&project.cc(&["-c", "w.c", word]), 0, &["[W0005]", text]);
    }
    refused(
        &project.cc(&["-c", "w.c", "-Wno-shared-in-lop", "-Werror=unknown-warning"]),
        1,
        &["error[W0005]"],
    );
    let twice = project.cc(&["-c", "w.c", "-Wno-nonsense", "-Wno-nonsense"]);
    assert_eq!(
        twice.stderr.matches("[W0005]").count(),
        1,
        "{}",
        twice.stderr
    );
    for words in [
        ["-Wno-nonsense", "-Wno-shared-in-loop"],
        ["-Wno-unused", "-Wno-error=format"],
        ["-Wno-shared-in-lop", "-Wno-unknown-warning"],
        ["-Wno-shared-in-lop", "-w"],
    ] {
        let made = project.cc(&["-c", "w.c", words[0], words[1]]);
        refused(&made, 0, &[]);
        assert!(!made.stderr.contains("W0005"), "{words:?}: {}", made.stderr);
    }
    // Without another warning there is a message only for names that the translator's warnings have, or nearly: as gcc does
    // it for its own.
    assert_eq!(project.built(&["-c", "a.c", "-Wno-nonsense"]), "");
    assert!(
        project
            .built(&["-c", "a.c", "-Wno-shared-in-lop"])
            .contains("W0005")
    );
}

/// Of one text two compilers would warn: the host's does, by C's rules.
#[test]
fn device_compilers_do_not_warn_again() {
    let project = Project::new();
    project.write(
        "w.c",
        "static int shifted(int n) { return n << 33; } // HERE\n\
         int main(void)\n\
         {\n\
             int r = 0;\n\
             unsigned u = 3;\n\
         #pragma omp target map(tofrom: r)\n\
             {\n\
                 if (u < 0)\n\
                     r = shifted(1);\n\
                 r == 3;\n\
             }\n\
             return 0;\n\
         }\n",
    );
    // Fetches the toolchain where there is none.
    crate::support::nvcc().unwrap();
    for arch in ["emulated", "sm_90"] {
        let made = project.shell(&format!("$ROMP cc -fopenmp --offload-arch={arch} -c w.c"));
        refused(&made, 0, &["w.c:1:", "[-Wshift-count-overflow]"]);
        let again = made.stderr.matches("warning").count() != 1;
        let foreign = ["-D: ", "Remark", "note:"]
            .iter()
            .any(|word| made.stderr.contains(word));
        assert!(!again && !foreign, "{arch}: {}", made.stderr);
    }
}

const FAULTS: &str = "int f(int n)
{
    int s = 0;
    #pragma omp target
    s = n;
    #pragma omp target paralel for
    for (int i = 0; i < n; i++) ;
    #pragma omp target mpa(s)
    s = n;
    return s;
}
";

#[test]
fn codes_are_names_of_warnings() {
    let project = Project::new();
    project.write("w.c", SHARED);
    for word in ["-Wno-W7001", "-Wno-w7001"] {
        let built = project.romp2cuda(&["check", "w.c", "--", word]);
        assert_eq!(
            (built.code, built.stderr.contains("W7001")),
            (Some(0), false),
            "{word}"
        );
    }
    let refused = project.romp2cuda(&["check", "-Werror=W7001", "w.c"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    project.write("w.c", &SHARED.replace("HERE", "romp2cuda: allow(W7001)"));
    let silent = project.romp2cuda(&["check", "w.c"]);
    assert!(!silent.stderr.contains("W7001"), "{}", silent.stderr);
}

#[test]
fn several_messages_are_counted() {
    let project = Project::new();
    project.write("f.c", FAULTS);
    let said = project.romp2cuda(&["check", "f.c"]).stderr;
    let count = "romp2cuda: 2 errors; `romp2cuda check --fix` mends them\n";
    assert!(said.ends_with(count), "{said}");
    let said = project.romp2cuda(&["cc", "-fopenmp", "-c", "f.c"]).stderr;
    assert!(said.ends_with(count), "{said}");
    project.write("f.c", "int f(void)\n{\n#pragma omp target mpa(x)\n;\n}\n");
    let said = project.romp2cuda(&["check", "f.c"]).stderr;
    assert!(!said.contains("1 error"), "{said}");
}

#[test]
fn errors_of_c_have_places_in_forms_for_programs() {
    let project = Project::new();
    project.write(
        "c.c",
        "int f(int *);\nint g(int n)\n{\n    #pragma omp target mapp(n)\n    n = 1;\n    return f(3.0) + m;\n}\n",
    );
    let said = |form: &str| {
        let checked = project.romp2cuda(&[&format!("--format={form}"), "check", "c.c"]);
        assert_eq!(checked.code, Some(1), "{}", checked.stderr);
        checked.stderr
    };
    let lines: Vec<serde_json::Value> = said("json")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is an object"))
        .collect();
    // The directive's error is independent of the C around it.
    let codes: Vec<_> = lines.iter().map(|one| one["code"].as_str()).collect();
    assert_eq!(codes, [Some("R2002"), Some("R1001"), Some("R1001")]);
    for (line, at) in [(&lines[1], 14), (&lines[2], 21)] {
        let place = &line["labels"][0];
        assert_eq!(place["file"], "c.c");
        assert_eq!((&place["line"], &place["column"]), (&6.into(), &at.into()));
    }
    assert_eq!(lines[1]["labels"][1]["line"], 1);
    let github = said("github");
    assert!(
        github.contains("::error file=c.c,line=6,endLine=6,col=21,"),
        "{github}"
    );
    let sarif: serde_json::Value = serde_json::from_str(&said("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].is_u64(), "{result}");
    }
}

#[test]
fn messages_have_forms_for_editors_and_services() {
    let project = Project::new();
    project.write("f.c", FAULTS);
    let said = |format: &str| {
        let checked = project.romp2cuda(&["--format", format, "check", "f.c"]);
        assert_eq!(checked.code, Some(1), "{}", checked.stderr);
        let word = format!("--format={format}");
        let compiled = project.romp2cuda(&["cc", "-fopenmp", &word, "-c", "f.c"]);
        assert_eq!(compiled.stderr, checked.stderr);
        checked.stderr
    };
    assert!(said("gcc").contains("f.c:6:24: error: unknown clause `paralel` [R2002]\n"));
    assert!(said("github").starts_with("::error file=f.c,line=6,endLine=6,col=24,"));
    let json: serde_json::Value =
        serde_json::from_str(said("json").lines().next().expect("a line")).unwrap();
    let edit = &json["suggestions"][0]["edits"][0];
    let (start, end) = (
        edit["start"].as_u64().unwrap(),
        edit["end"].as_u64().unwrap(),
    );
    assert_eq!(&FAULTS[start as usize..end as usize], "paralel");
    assert_eq!(edit["text"], "parallel");
    // What the schema of SARIF 2.1.0 requires of the objects that are there.
    let sarif: serde_json::Value = serde_json::from_str(&said("sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert!(run["tool"]["driver"]["name"].is_string());
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        assert!(result["message"]["text"].is_string());
        let change = &result["fixes"][0]["artifactChanges"][0];
        assert_eq!(change["artifactLocation"]["uri"], "f.c");
        assert!(change["replacements"][0]["deletedRegion"]["startLine"].is_u64());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "f.c");
    }
    // Nothing found is a document, too.
    project.write("g.c", "int g;\n");
    let none = project
        .romp2cuda(&["--format=sarif", "check", "g.c"])
        .stderr;
    let none: serde_json::Value = serde_json::from_str(&none).unwrap();
    assert_eq!(none["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn colour_is_as_flags_and_variables_say() {
    let project = Project::new();
    project.write("f.c", FAULTS);
    let coloured = |words: &[&str], variables: &[(&str, &str)]| {
        let unset = "env -u NO_COLOR -u CLICOLOR -u CLICOLOR_FORCE";
        let set: Vec<String> = (variables.iter())
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let (set, words) = (set.join(" "), words.join(" "));
        let line = format!("{unset} {set} $CC -c f.c {words}");
        project.shell(&line).stderr.contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!coloured(
        &[],
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
    ));
    assert!(coloured(&["-fdiagnostics-color"], &[("NO_COLOR", "1")]));
    assert!(coloured(&["-fdiagnostics-color=always"], &[]));
    assert!(!coloured(
        &["-fdiagnostics-color=never"],
        &[("CLICOLOR_FORCE", "1")]
    ));
    assert!(!coloured(
        &["-fno-diagnostics-color"],
        &[("CLICOLOR_FORCE", "1")]
    ));
    assert!(coloured(
        &["-fdiagnostics-color=never", "--color=always"],
        &[]
    ));
}

#[test]
fn remarks_tell_of_registers_in_local_memory() {
    crate::support::nvcc().unwrap();
    let project = Project::new();
    project.write(
        "s.c",
        "void f(int n, double *restrict a, double *restrict b)\n{\n\
         #pragma omp target teams distribute parallel for map(tofrom: a[0:64 * n], b[0:64 * n]) num_threads(1024)\n\
         for (int i = 0; i < n; i++) {\n    double v[64];\n\
         #pragma GCC unroll 64\n    for (int k = 0; k < 64; k++) v[k] = a[k * n + i];\n\
         #pragma GCC unroll 64\n    for (int k = 0; k < 64; k++)\n\
         b[k * n + i] = v[k] * v[(k * 7 + 3) % 64] + v[(k * 5 + 1) % 64] * v[63 - k];\n}\n}\n",
    );
    let words = ["cc", "--offload-arch=sm_90", "-fopenmp", "-O2", "-c", "s.c"];
    let said = |remarks: &str| {
        let built = project.romp2cuda(&[&words[..], &[remarks]].concat());
        assert_eq!(built.code, Some(0), "{}", built.stderr);
        built.stderr
    };
    let missed = said("-Rromp=missed");
    assert!(
        missed.contains("s.c:3:1: remark: sm_90: a thread stores ")
            && missed.contains("bytes of registers to local memory"),
        "{missed}"
    );
    assert!(!said("-Rromp=mode").contains("local memory"));
}
