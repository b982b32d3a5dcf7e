//! Many headers, broken programs, big ones; and how fast it all is.

use super::*;

const HEADERS: &str = "stdio.h stdlib.h math.h string.h complex.h omp.h pthread.h tgmath.h time.h errno.h \
    assert.h ctype.h fenv.h float.h inttypes.h iso646.h limits.h locale.h setjmp.h signal.h stdalign.h \
    stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdnoreturn.h threads.h uchar.h wchar.h wctype.h \
    unistd.h fcntl.h dirent.h dlfcn.h getopt.h glob.h grp.h pwd.h poll.h regex.h sched.h semaphore.h \
    spawn.h strings.h syslog.h termios.h utime.h wordexp.h netdb.h netinet/in.h arpa/inet.h sys/types.h \
    sys/stat.h sys/time.h sys/resource.h sys/mman.h sys/ioctl.h sys/socket.h sys/select.h sys/wait.h \
    sys/un.h sys/uio.h sys/times.h sys/utsname.h sys/epoll.h sys/eventfd.h sys/sysinfo.h sys/ipc.h \
    sys/shm.h linux/types.h linux/limits.h immintrin.h";

#[test]
fn every_system_header_parses_whole() {
    for options in [
        &["-D_GNU_SOURCE"][..],
        &["-D_GNU_SOURCE", "-O2"],
        &["-std=c99"],
    ] {
        for header in HEADERS.split_whitespace() {
            // All of it: each declaration is user text between `declare target` and its end.
            let Some(text) = preprocessed(&format!("#include <{header}>\n"), options) else {
                continue;
            };
            let lines = text.lines().filter(|l| !l.starts_with("# "));
            let body = lines.collect::<Vec<_>>().join("\n");
            let text =
                format!("#pragma omp declare target\n{body}\n#pragma omp end declare target");
            match unit(&text) {
                Ok(u) => assert!(!u.tree.0.is_empty() || !body.contains(";"), "{header}"),
                Err(errors) => {
                    let at = errors[0].labels[0].span.lo as usize + 8;
                    let near: String = text
                        .chars()
                        .skip(at.saturating_sub(120))
                        .take(160)
                        .collect();
                    panic!("{header} {options:?}: {}\n...{near}...", errors[0].message);
                }
            }
        }
    }
}

/// Deterministic junk: whatever comes in, nothing panics and nothing takes long.
#[test]
fn mutated_programs_never_panic() {
    let sources = [
        region(
            "typedef int T; struct s { T a; } __attribute__((packed)); enum { A, B }; T f(T *p, struct s q) { return p[0] ?: q.a; }\n\
             #pragma omp declare target\nstatic int g(a, b) int a, b; { l: ; goto l; }\n#pragma omp end declare target\n\
             #pragma omp declare reduction(r : T : omp_out += omp_in)\n",
            "switch (f(0, (struct s){})) { case A: T x = 3; default: }\n#pragma omp parallel for reduction(r: x)\nfor (int i = 0; i < 4; i++) if (i) x = ({ 1; }); else asm(\"x\");\n\
             #pragma omp section\n int n(int z) { return 1.0Q; } \"\\e\" \"b\"; goto *&&l; [[gnu::x]] _Alignas(8) int é$;",
        ),
        "# 1 \"a\"\nmain() {\n#pragma omp target\n;}\n".to_string(),
    ];
    let mut seed = 99u64;
    let mut random = |n: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let bits: [&str; 24] = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        "\n",
        "\"",
        "'",
        "\\",
        "#",
        "\n#pragma omp target\n",
        "=",
        ":",
        "?",
        " int ",
        " struct ",
        "\0",
        "é",
        "\n#pragma omp declare target\n",
        "__attribute__((",
        "asm(",
    ];
    for round in 0..1500 {
        let mut text: Vec<char> = sources[round % sources.len()].chars().collect();
        for _ in 0..1 + random(6) {
            let at = random(text.len());
            match random(4) {
                0 => {
                    let bit: Vec<char> = bits[random(bits.len())].chars().collect();
                    text.splice(at..at, bit);
                }
                1 => text.truncate(at.max(1)),
                2 => {
                    let to = (at + random(30)).min(text.len());
                    let piece: Vec<char> = text[at..to].to_vec();
                    let there = random(text.len());
                    text.splice(there..there, piece);
                }
                _ => {
                    text.remove(at);
                    if text.is_empty() {
                        text.push(';');
                    }
                }
            }
        }
        let text: String = text.into_iter().collect();
        let pre = Preprocessed::new(text.clone(), "t.c".into());
        if let Ok(unit) = parse(&pre) {
            assert_eq!(unit.text.len(), pre.text().len());
        }
        let _ = parse_expression(&text[..text.floor_char_boundary(40)], &|n| n == "T", 3);
        let _ = parse_declaration(&text[..text.floor_char_boundary(25)], &|n| n == "T", 3);
        let _ = parse_type_name(&text[..text.floor_char_boundary(12)], &|n| n == "T", 3);
    }
}

#[test]
fn big_inputs_stay_linear() {
    let begin = std::time::Instant::now();
    let mega = |piece: &str| piece.repeat(1_000_000 / piece.len());
    // One line; host code that is dropped; junk.
    good(&region("", &mega("x = y + 1; ")));
    good(&format!(
        "void h(void) {{ {} }}\nvoid romp_t(void) {{\n#pragma omp target\n; }}",
        mega("x = y + 1;\n")
    ));
    for piece in [
        "\u{1}\u{2}(",
        "{",
        "}",
        "\"",
        "'",
        "/*",
        "\\",
        "#",
        "\n#",
        "struct ",
        "a:",
        "? ",
        "[[",
        "asm(",
        "__attribute__((",
    ] {
        let _ = unit(&mega(piece));
        let _ = unit(&format!(
            "void romp_t(void) {{\n#pragma omp target\n{}",
            mega(piece)
        ));
    }
    let _ = unit(&region("", &mega("\n#pragma omp parallel")));
    let _ = unit(&mega("#pragma omp declare target\nint x;\n"));
    assert!(begin.elapsed().as_secs() < 120, "{:?}", begin.elapsed());
}

/// `cargo test --release --lib front::tests::speed -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn speed() {
    let measure = |name: &str, text: &str| {
        let pre = Preprocessed::new(text.to_string(), "t.c".into());
        let begin = std::time::Instant::now();
        let pre_again = Preprocessed::new(text.to_string(), "t.c".into());
        let markers = begin.elapsed();
        drop(pre_again);
        let best = (0..5).map(|_| {
            let begin = std::time::Instant::now();
            let unit = parse(&pre).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            let took = begin.elapsed();
            drop(unit);
            took
        });
        let best = best.min().unwrap() + markers;
        let rate = text.len() as f64 / best.as_secs_f64() / 1e6;
        println!(
            "{name}: {:.2} MB in {best:?}: {rate:.1} MB/s (markers {markers:?})",
            text.len() as f64 / 1e6
        );
    };
    let mut dense = String::from("# 1 \"t.c\"\n");
    for n in 0..4000 {
        dense.push_str(&format!(
            "static double work_{n}(int n, const double *restrict a, double *restrict b) {{\n    double sum = 0.0;\n    for (int i = 0; i < n; i++) {{\n        if (a[i] > 0.5 && b[i] < 1.5)\n            sum += a[i] * b[n - i - 1] + (double)i / (n + 1);\n        else\n            b[i] = a[i] - sum;\n    }}\n    return sum;\n}}\nvoid run_{n}(int n, double *a, double *b) {{\n#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])\n    for (int i = 0; i < n; i++)\n        b[i] = work_{n}(n, a, b) + a[i] * 2.0;\n}}\n"
        ));
    }
    measure("dense user code", &dense);
    let includes: String = HEADERS
        .split_whitespace()
        .map(|h| format!("#include <{h}>\n"))
        .collect();
    let program = "\nint main(void) { double x = 1;\n#pragma omp target map(x)\n{ x = sin(x); printf(\"%g\", x); }\n return 0; }\n";
    if let Some(headers) = preprocessed(&format!("{includes}{program}"), &["-D_GNU_SOURCE", "-O2"])
    {
        measure("headers", &headers);
    }
    if let Some(small) = preprocessed(
        &format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <omp.h>\n{program}"
        ),
        &[],
    ) {
        measure("a small program", &small);
    }
    let mut big = dense.clone();
    while big.len() < 10_000_000 {
        big.push_str(
            &dense
                .replace("run_", &format!("r{}_", big.len()))
                .replace("work_", &format!("w{}_", big.len())),
        );
    }
    measure("10 MB of user code", &big);
}
