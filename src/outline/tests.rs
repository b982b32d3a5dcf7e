//! Outlines of small texts, and of all that the translator makes.

use super::*;

fn items(text: &str, language: Language) -> Vec<(Kind, String, Range<usize>)> {
    let items = Outline::of(text, language).items.into_iter();
    items.map(|it| (it.kind, it.name, it.lines)).collect()
}

#[test]
fn a_cuda_file_has_kernels_functions_and_types() {
    let text = "\
// Device code of a.c.
#include \"romp/device.cuh\"

struct row {
    int n;
};
static_assert(sizeof(struct row) == 4, \"layout\");

static __device__ int twice(int x);
__device__ int count = 1, other;

// twice x
static __device__ int twice(int x)
{
    return 2 * x;
}

// a.c:3: target
// SPMD
extern \"C\" __global__ void __launch_bounds__(256)
f_1(double *x, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        x[i] += romp::plus(x, [=, &x](auto k) { x = k; });
}
";
    let found = items(text, Language::Cuda);
    let expected = [
        (Kind::Rest, "", 0..2),
        (Kind::Type, "row", 3..7),
        (Kind::Prototype, "twice", 8..9),
        (Kind::Variable, "count", 9..10),
        (Kind::DeviceFunction, "twice", 11..16),
        (Kind::Kernel, "f_1", 17..25),
    ];
    assert_eq!(
        found,
        expected.map(|(kind, name, lines)| (kind, name.to_owned(), lines))
    );
    let outline = Outline::of(text, Language::Cuda);
    let kernel = outline.of_kind(Kind::Kernel).next().unwrap();
    assert_eq!(&text[kernel.comment.clone()], "// a.c:3: target\n// SPMD");
    assert_eq!(outline.item_at(kernel.span.end - 1), Some(kernel));
    assert_eq!(outline.leaves_in(&kernel.span)[2].token, Token::Word);
}

#[test]
fn host_text_keeps_its_functions() {
    let text = "\
#ifdef __cplusplus
extern \"C\" {
#endif
typedef struct { int a; } pair;
int (*handler)(int);
static int *find(int n)
{
    /* target */
    ROMP_TARGET(\"a.c:3\", find_1, romp_value(n))
    #pragma omp target if(target: 0) /* host version */
    for (int i = 0; i < n; i++)
        if (i)
            #pragma omp parallel
            g(i);
    return 0;
}
int main(void) { return 0; } int more(void) { return 1; }
#ifdef __cplusplus
}
#endif
";
    let found = items(text, Language::C);
    let named: Vec<_> = found
        .iter()
        .filter(|it| it.0 != Kind::Rest)
        .cloned()
        .collect();
    let expected = [
        (Kind::Type, "pair", 3..4),
        (Kind::Variable, "handler", 4..5),
        (Kind::Function, "find", 5..16),
        (Kind::Function, "main", 16..17),
    ];
    assert_eq!(
        named,
        expected.map(|(kind, name, lines)| (kind, name.to_owned(), lines))
    );
}

#[test]
fn macros_in_front_of_types_hide_nothing() {
    let text = "\
DEVICE_FUNCTION struct gas far_field(void)
{
    return g;
}
API size_t *count(void)
{
    return 0;
}
enum { FACES = 4, EDGES };
enum : int { WALL = -1 };
";
    let named = |kind, name: &str| {
        items(text, Language::Cuda)
            .iter()
            .any(|it| it.0 == kind && it.1 == name)
    };
    assert!(named(Kind::Function, "far_field"));
    assert!(named(Kind::Function, "count"));
    assert!(named(Kind::Type, "FACES"));
    assert!(named(Kind::Type, "WALL"));
}

#[test]
fn odd_texts_do_no_harm() {
    assert!(items("", Language::C).is_empty());
    assert!(items("\n\n", Language::Cuda).is_empty());
    for text in [
        "}",
        "(((",
        "/* é",
        "\"",
        "#",
        "ROMP_TARGET(",
        "int f(",
        "\u{0}\u{1}é \\",
    ] {
        for language in [Language::C, Language::Cuda] {
            covers(text, language);
        }
    }
    let crlf = "// a\r\nint f(void)\r\n{\r\n}\r\n";
    assert_eq!(
        items(crlf, Language::C),
        [(Kind::Function, "f".to_owned(), 0..4)]
    );
}

/// Leaves and items hold all of a text, each byte once.
fn covers(text: &str, language: Language) {
    let outline = Outline::of(text, language);
    let mut at = 0;
    for leaf in &outline.leaves {
        assert!(
            leaf.span.start >= at && leaf.span.end > leaf.span.start,
            "{leaf:?}"
        );
        assert!(
            text[at..leaf.span.start].trim().is_empty(),
            "{text:?} {leaf:?}"
        );
        at = leaf.span.end;
    }
    assert!(text[at..].trim().is_empty(), "{text:?}");
    let mut at = 0;
    for item in &outline.items {
        assert!(item.span.start >= at, "{item:?}");
        assert!(text[at..item.span.start].trim().is_empty(), "{item:?}");
        at = item.span.end;
    }
    assert!(text[at..].trim().is_empty(), "{text:?}");
}

/// The kernels and functions of every expected output are found, whatever else the parser stumbles over.
#[test]
fn every_expected_output_has_its_items() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/out");
    let mut folders = vec![folder];
    let mut texts = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let language = Language::of(&path);
            covers(&text, language);
            texts += 1;
            let outline = Outline::of(&text, language);
            // Two kernels with the same code are one item.
            let twins = text.matches("in launches whose pointers lead to separate list items");
            let twins = twins.count();
            let kernels = text.matches(" __global__ void").count() - twins;
            assert_eq!(
                outline.of_kind(Kind::Kernel).count(),
                kernels,
                "{}",
                path.display()
            );
            // A body begins with a brace at the first column, but for types.
            let bodies = text.lines().filter(|line| *line == "{").count();
            let functions = [Kind::Kernel, Kind::DeviceFunction, Kind::Function];
            let found = functions.iter().map(|kind| outline.of_kind(*kind).count());
            assert!(
                found.sum::<usize>() + 2 * twins >= bodies,
                "{}: {:?}",
                path.display(),
                outline.items
            );
        }
    }
    assert!(texts > 50, "{texts}");
}
