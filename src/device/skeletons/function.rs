//! A device function with parallel regions.

use super::SharedStruct;
use crate::device::HeaderStorage;
use crate::device::tree::Block;
use crate::device::value::Expr;
use askama::Template;
use std::fmt;

/// A device function that has constructs of its own, and a function for each of its parallel regions, which the threads
/// of the region run: `templates/function.cu`.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it shares with the threads of its regions.
    pub frame: Option<SharedStruct>,
    /// A directive of the compiler in front of it.
    pub line: Option<String>,
    /// Linkage, type, name and parameters.
    pub signature: Expr,
    /// The statements in its braces.
    pub body: Block,
    /// The functions of its parallel regions, in the order of their numbers.
    pub regions: Vec<RegionFunction>,
    /// What the device header has in shared memory for it, functions that it calls aside.
    pub reserved: HeaderStorage,
}

/// The function of one parallel region.
#[derive(Clone, Debug)]
pub struct RegionFunction {
    /// A directive of the compiler in front of it.
    pub line: Option<String>,
    /// Linkage, type, name and parameters.
    pub signature: Expr,
    /// The statements in its braces.
    pub body: Block,
}

#[derive(Template)]
#[template(path = "function.cu")]
struct FunctionText<'a> {
    frame: Option<&'a SharedStruct>,
    line: String,
    signature: &'a Expr,
    body: String,
    regions: Vec<RegionText<'a>>,
}

struct RegionText<'a> {
    line: String,
    signature: &'a Expr,
    body: String,
}

impl Function {
    /// The names that its text declares beside its own: its regions' functions, the type of what it shares with them.
    pub fn further_names(&self) -> Vec<String> {
        let name = |region: &RegionFunction| {
            let signature = region.signature.to_string();
            let head = signature.split('(').next().unwrap_or_default();
            head.split([' ', '*'])
                .next_back()
                .unwrap_or_default()
                .to_string()
        };
        let frame = self.frame.iter().map(|frame| frame.tag.clone());
        self.regions.iter().map(name).chain(frame).collect()
    }

    /// All blocks of its code: its own and its regions'.
    pub fn blocks(&self) -> Vec<&Block> {
        let regions = self.regions.iter().map(|region| &region.body);
        std::iter::once(&self.body).chain(regions).collect()
    }

    /// All blocks of its code, to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        let regions = self.regions.iter_mut().map(|region| &mut region.body);
        std::iter::once(&mut self.body).chain(regions).collect()
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let regions = self.regions.iter().map(|region| RegionText {
            line: super::directive(&region.line),
            signature: &region.signature,
            body: region.body.text(1),
        });
        let text = FunctionText {
            frame: self.frame.as_ref(),
            line: super::directive(&self.line),
            signature: &self.signature,
            body: self.body.text(1),
            regions: regions.collect(),
        };
        super::show(&text, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Block {
        let mut block = Block::at(1);
        block.user(text);
        block
    }

    #[test]
    fn region_functions_are_declared_before_the_function_that_forks_them() {
        let mut function = Function {
            frame: None,
            line: Some("#line 1 \"a.c\"".into()),
            signature: "static __device__ void f()".into(),
            body: code("fork(f_1);"),
            regions: vec![],
            reserved: HeaderStorage::default(),
        };
        let alone = "#line 1 \"a.c\"\nstatic __device__ void f()\n{\n    fork(f_1);\n}\n";
        assert_eq!(function.to_string(), alone);
        function.regions.push(RegionFunction {
            line: None,
            signature: "static __device__ void f_1()".into(),
            body: code("region();"),
        });
        let region = "static __device__ void f_1()\n{\n    region();\n}\n";
        let expected = format!("static __device__ void f_1();\n\n{alone}\n{region}");
        assert_eq!(function.to_string(), expected);
    }
}
