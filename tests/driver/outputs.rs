//! What is written, and what never is.

use crate::project::{PROGRAM, Project, refused};

#[test]
fn no_output_replaces_an_input() {
    let project = Project::new();
    project.shell("ln -s a.c soft.c; ln a.c hard.c; mkdir d; gcc -c -fopenmp a.c -o a.o");
    for output in ["a.c", "./d/../a.c", "soft.c", "hard.c"] {
        for words in [
            &["-c", "a.c", "-o"][..],
            &["a.c", "-o"],
            &["-c", "a.c", "-MD", "-MF"],
        ] {
            refused(
                &project.cc(&[words, &[output]].concat()),
                2,
                &["is the input a.c"],
            );
        }
    }
    let plain = project.romp2cuda(&["cc", "-c", "a.c", "-o", "hard.c"]);
    refused(&plain, 2, &["is the input a.c"]);
    refused(&project.cc(&["a.o", "-o", "a.o"]), 2, &["is the input a.o"]);
    assert_eq!(project.read("a.c"), PROGRAM);
}
