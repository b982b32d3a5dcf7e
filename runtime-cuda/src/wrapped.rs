//! Functions of the C library whose calls come to this library: in programs that are linked with `--wrap=NAME`, the linker
//! leads calls of `NAME` to `__wrap_NAME`, and `__real_NAME` is the C library's. Without that option nothing calls the
//! former, and the latter is null.

/// The C library's functions of these names: `NAME: "free", "romp_real_free" => fn(*mut c_void);` makes a function `NAME`
/// that gives the address, kept in a symbol of its own. (No `extern` declaration is weak in Rust.)
macro_rules! wrapped {
    ($($get:ident: $name:ident, $symbol:ident => $kind:ty;)*) => {
        std::arch::global_asm!($(
            concat!(".weak __real_", stringify!($name)),
            concat!(".hidden ", stringify!($symbol)),
            ".pushsection .data.rel.romp,\"aw\"",
            ".balign 8",
            concat!(".globl ", stringify!($symbol)),
            concat!(stringify!($symbol), ":"),
            concat!(".8byte __real_", stringify!($name)),
            ".popsection",
        )*);
        $(
            fn $get() -> $kind {
                unsafe extern "C" {
                    static $symbol: Option<$kind>;
                }
                // SAFETY: the linker or the loader has filled it.
                let function = unsafe { (&raw const $symbol).read_volatile() };
                function.expect("a program that is linked with --wrap")
            }
        )*
    };
}

pub(crate) use wrapped;
