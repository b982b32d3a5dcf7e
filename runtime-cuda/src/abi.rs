//! The C ABI of `include/romp.h`: each entry point turns its arguments into slices and calls the module
//! that does the work, under a guard that lets no panic out.

use crate::error::{Failure, guarded};
use crate::ffi::{self, ABI, Arg, Global, Image, Site, slice, string};
use crate::region;
use crate::region::data::{self, Data, Standalone};
use crate::{failures, icv, opening, registry, runtime};
use std::borrow::Cow;
use std::ffi::{c_char, c_int, c_void};

/// The arguments of a construct as references. Fails where host text and runtime are of different versions.
///
/// # Safety
/// `site` is static, and `list` holds `count` elements that live while the construct executes.
unsafe fn construct<'a>(
    site: *mut Site,
    list: *const Arg,
    count: usize,
) -> crate::error::Result<(&'static Site, Cow<'a, [Arg]>)> {
    // SAFETY: the caller's promise.
    let (site, list) = unsafe { (&*site, slice(list, count)) };
    if site.abi != ABI {
        return Err(Failure::new(
            site.place(),
            format!(
                "translated for ABI version {}, this runtime has {ABI}: build both with one romp2cuda",
                site.abi
            ),
        ));
    }
    Ok((site, with_items(list)))
}

/// The list with one element for each list item: an element that stands for what map iterators made (`romp_items`),
/// or for several variables (`romp_many`), is replaced by theirs.
fn with_items(list: &[Arg]) -> Cow<'_, [Arg]> {
    let stands_for_several = |arg: &Arg| matches!(arg.kind, ffi::KIND_ITEMS | ffi::KIND_MANY);
    if !list.iter().any(stands_for_several) {
        return Cow::Borrowed(list);
    }
    let mut all = vec![];
    for arg in list {
        match arg.kind {
            ffi::KIND_ITEMS if arg.base.is_null() => {}
            // SAFETY: `romp_items_add` made it, and the construct takes it, once.
            ffi::KIND_ITEMS => {
                all.append(&mut unsafe { *Box::from_raw(arg.base.cast::<Vec<Arg>>()) })
            }
            ffi::KIND_MANY => {
                // SAFETY: two arrays of that length, which `romp_many` makes.
                let (each, addresses) = unsafe {
                    (
                        slice(arg.base.cast::<Arg>(), arg.bytes),
                        slice(arg.begin.cast::<*mut c_void>(), arg.bytes),
                    )
                };
                all.extend(each.iter().zip(addresses).map(|(one, &at)| Arg {
                    base: at,
                    begin: at,
                    ..*one
                }));
            }
            _ => all.push(*arg),
        }
    }
    Cow::Owned(all)
}

/// Appends an element to what map iterators make; begins anew where `items` is null.
///
/// # Safety
/// `items` is null or comes from this function, and no construct has taken it; `one` is one element.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_items_add(items: *mut Vec<Arg>, one: *const Arg) -> *mut Vec<Arg> {
    // SAFETY: the caller's promise.
    let (mut items, one) = unsafe {
        let items = match items.is_null() {
            true => Box::default(),
            false => Box::from_raw(items),
        };
        (items, *one)
    };
    items.push(one);
    Box::into_raw(items)
}

/// `target`: 0 where the kernel has run, 1 where the host has to execute the region.
///
/// # Safety
/// `site` is static and `list` holds `count` elements, as romp.h's macros make them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_target(site: *mut Site, list: *const Arg, count: usize) -> c_int {
    guarded(|| {
        let (site, list) = unsafe { construct(site, list, count) }?;
        region::target(site, &list).map(c_int::from)
    })
}

/// Begins a `target data` region.
///
/// # Safety
/// As `romp_target`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_data_begin(
    site: *mut Site,
    list: *const Arg,
    count: usize,
) -> *mut Data {
    guarded(|| {
        let (site, list) = unsafe { construct(site, list, count) }?;
        data::begin(site, &list).map(Box::into_raw)
    })
}

/// Ends a `target data` region. Always null, which ends the loop of the macro ROMP_TARGET_DATA.
///
/// # Safety
/// `data` comes from `romp_data_begin` and is passed here once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_data_end(data: *mut Data) -> *mut Data {
    guarded(|| {
        let data = unsafe { Box::from_raw(data) };
        data::end(&data)?;
        Ok(std::ptr::null_mut())
    })
}

/// `target enter data`.
///
/// # Safety
/// As `romp_target`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_enter_data(site: *mut Site, list: *const Arg, count: usize) {
    guarded(|| {
        let (site, list) = unsafe { construct(site, list, count) }?;
        data::standalone(Standalone::Enter, site, &list)
    });
}

/// `target exit data`.
///
/// # Safety
/// As `romp_target`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_exit_data(site: *mut Site, list: *const Arg, count: usize) {
    guarded(|| {
        let (site, list) = unsafe { construct(site, list, count) }?;
        data::standalone(Standalone::Exit, site, &list)
    });
}

/// `target update`.
///
/// # Safety
/// As `romp_target`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_update(site: *mut Site, list: *const Arg, count: usize) {
    guarded(|| {
        let (site, list) = unsafe { construct(site, list, count) }?;
        data::standalone(Standalone::Update, site, &list)
    });
}

/// The device address that corresponds to a host address (5.2, 5.4.8 and 5.4.10); the host address itself where nothing
/// is mapped there.
#[unsafe(no_mangle)]
pub extern "C" fn romp_device_address(host: *const c_void) -> *mut c_void {
    guarded(|| {
        let address = data::device_address(host as usize)?;
        Ok(address.map_or(host.cast_mut(), |at| at as *mut c_void))
    })
}

// Objects of translated text refer to the first symbol, so that a link without this library fails with a name that says
// what to add; shared libraries that are linked without it find the program's. The words of a link ask for the second
// one, which is hidden: the runtime of a shared library does not stand in for the program's, so that the program has both.
std::arch::global_asm!(
    ".pushsection .rodata.romp_is_missing,\"a\",@progbits",
    ".globl romp_is_missing__link_with_romp2cuda_cc_or_add_what_its_option_print_link_flags_prints",
    "romp_is_missing__link_with_romp2cuda_cc_or_add_what_its_option_print_link_flags_prints:",
    ".globl romp_is_in_this_link",
    ".hidden romp_is_in_this_link",
    "romp_is_in_this_link:",
    ".byte 0",
    ".popsection",
);

/// Whether this runtime has opened its devices: for other runtimes of the process, which each shared library may have.
#[unsafe(no_mangle)]
pub extern "C" fn romp_is_open() -> c_int {
    c_int::from(runtime::opened().is_some())
}

/// Announces a device image; a constructor of the program calls it.
///
/// # Safety
/// The image lives until `romp_unregister_image`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_register_image(image: *const Image) {
    guarded(|| {
        registry::add_image(unsafe { &*image });
        Ok(())
    });
}

/// Takes an image back, whose library is being unloaded.
///
/// # Safety
/// The image was registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_unregister_image(image: *const Image) {
    guarded(|| {
        let image: &'static Image = unsafe { &*image };
        if registry::remove_image(image)
            && let Some(runtime) = runtime::opened()
        {
            for state in &runtime.devices {
                failures::settle_one(state)?;
                state.unload(image);
            }
        }
        Ok(())
    });
}

/// For `dispatch device(number)` (5.2, 7.6): sets default-device-var; returns what it was.
#[unsafe(no_mangle)]
pub extern "C" fn romp_default_device(number: c_int) -> c_int {
    guarded(|| {
        let before = icv::default_device(opening::get().settings.default_device);
        icv::set_default_device(number);
        Ok(before)
    })
}

/// Notes that the program was linked for the emulated device and no GPU (`only_emulated.c`).
#[unsafe(no_mangle)]
pub extern "C" fn romp_for_emulated_device() {
    registry::for_emulated_device();
}

/// Announces a requirement of a `requires` directive (5.2, 8.2).
///
/// # Safety
/// `what` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_requires(what: *const c_char) {
    guarded(|| match string(what).as_str() {
        "unified_shared_memory" => {
            registry::require_shared_memory();
            Ok(())
        }
        other => Err(Failure::new(
            "",
            format!("translated for `requires {other}`, which this runtime does not know"),
        )),
    });
}

/// Announces a `declare target` variable of the unit of that name.
///
/// # Safety
/// `global` and what it points to are static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_register_global(unit: *const c_char, global: *const Global) {
    guarded(|| {
        registry::add_global(registry::Unit::named(unit), unsafe { *global });
        Ok(())
    });
}
