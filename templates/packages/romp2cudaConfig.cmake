# romp2cuda for CMake: find_package(romp2cuda)
#
#   romp::runtime            what programs and shared libraries link that contain objects of rompcc
#   romp2cuda_add_kernels    a library of C files that rompcc compiles, whatever the C compiler is
#   romp2cuda_device_link    device code that crosses the files of libraries that rompcc compiled
#   ROMP2CUDA_COMPILER, ROMP2CUDA_CXX_COMPILER   rompcc and rompcxx

cmake_minimum_required(VERSION 3.20)
get_filename_component(_romp_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_romp_program IN ITEMS COMPILER=rompcc CXX_COMPILER=rompcxx)
  string(REPLACE "=" ";" _romp_program "${_romp_program}")
  list(GET _romp_program 0 _romp_variable)
  list(GET _romp_program 1 _romp_name)
  find_program(ROMP2CUDA_${_romp_variable} ${_romp_name} HINTS "${_romp_prefix}/bin" "{{ programs }}")
endforeach()
include(CMakeFindDependencyMacro)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(romp2cuda REQUIRED_VARS ROMP2CUDA_COMPILER HANDLE_COMPONENTS)

set(ROMP2CUDA_OFFLOAD_ARCH "" CACHE STRING
    "Devices of romp2cuda_add_kernels: native, sm_NN, compute_NN, emulated; empty: rompcc's default")

set(ROMP2CUDA_OPENMP_LIBRARY "-lgomp" CACHE STRING "OpenMP library of rompcc's host compiler: -lomp for clang")

if(NOT TARGET romp::runtime)
  add_library(romp::runtime STATIC IMPORTED)
  set_target_properties(romp::runtime PROPERTIES
    IMPORTED_LOCATION "${_romp_prefix}/lib/libromp.a"
    INTERFACE_LINK_LIBRARIES "{{ libraries }}"
    INTERFACE_LINK_OPTIONS "{{ options }}")
endif()

# romp2cuda_add_kernels(NAME a.c b.c [OFFLOAD_ARCH sm_90 ...] [OPTIONS -O3 ...] [NO_DEVICE_LINK])
#
# Makes the static library NAME, of whose C files rompcc compiles each: as CMake has the C compiler's command, with rompcc
# in the compiler's place. What works on other libraries works on it: target_ commands, properties of its files, files
# that are added later. NO_DEVICE_LINK leaves device code that crosses files to romp2cuda_device_link: for libraries that
# use each other's.
macro(romp2cuda_add_kernels name)
  set(_romp_c_was_there ${CMAKE_C_COMPILER_LOADED})
  if(NOT CMAKE_C_COMPILER_LOADED)
    enable_language(C)
  endif()
  _romp_add_kernels("${name}" "${_romp_c_was_there}" ${ARGN})
endmacro()

function(_romp_add_kernels name c_was_there)
  cmake_parse_arguments(PARSE_ARGV 2 arg "NO_DEVICE_LINK" "" "OFFLOAD_ARCH;OPTIONS")
  if(NOT CMAKE_GENERATOR MATCHES "Make|Ninja")
    message(FATAL_ERROR "romp2cuda_add_kernels(${name}) needs a generator that takes C_COMPILER_LAUNCHER: Ninja or Makefiles, "
      "not ${CMAKE_GENERATOR}")
  endif()
  _romp_archs(archs ${arg_OFFLOAD_ARCH})
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES C_COMPILER_LAUNCHER "${ROMP2CUDA_COMPILER};--instead-of")
  set(options -fopenmp ${archs} ${arg_OPTIONS})
  # A project without C has no flags for it either.
  if(NOT c_was_there AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    list(PREPEND options -O2)
  endif()
  foreach(option IN LISTS options)
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:C>:${option}>")
  endforeach()
  target_link_libraries(${name} PUBLIC romp::runtime)
  if(arg_NO_DEVICE_LINK)
    return()
  endif()
  # Nothing asks an archive for the object with what crosses files: programs ask for this symbol of it.
  file(RELATIVE_PATH folder "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
  string(MAKE_C_IDENTIFIER "romp_device_code_of_${PROJECT_NAME}_${folder}_${name}" symbol)
  _romp_device_folder(folder "${name}")
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${ROMP2CUDA_COMPILER}" -fopenmp ${archs} --device-link "$<TARGET_FILE:${name}>" -o "${folder}/${name}.device.o"
    COMMAND "${CMAKE_OBJCOPY}" "--add-symbol=${symbol}=0,global" "${folder}/${name}.device.o"
    COMMAND "${CMAKE_AR}" rs "$<TARGET_FILE:${name}>" "${folder}/${name}.device.o"
    COMMENT "Linking device code of ${name}"
    VERBATIM)
  target_link_options(${name} INTERFACE "-Wl,-u,${symbol}")
endfunction()

# romp2cuda_device_link(TARGET LIBRARY ...)
#
# For a program or shared library of which rompcc compiled libraries (CMAKE_C_COMPILER) and another compiler links: the
# device code that crosses files of these libraries, all of them that use each other's. Libraries of
# romp2cuda_add_kernels have their own but for those with NO_DEVICE_LINK.
function(romp2cuda_device_link target)
  set(objects "")
  foreach(library IN LISTS ARGN)
    list(APPEND objects "$<TARGET_OBJECTS:${library}>")
  endforeach()
  _romp_archs(archs)
  _romp_device_folder(folder "${target}")
  add_dependencies(${target} ${ARGN})
  add_custom_command(TARGET ${target} PRE_LINK
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${ROMP2CUDA_COMPILER}" -fopenmp ${archs} --device-link "${objects}" -o "${folder}/device.o"
    COMMENT "Linking device code of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  target_link_libraries(${target} PRIVATE romp::runtime)
  target_link_options(${target} PRIVATE "${folder}/device.o")
endfunction()

# The folder of a target's device code, one for each configuration.
function(_romp_device_folder result name)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp")
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    string(APPEND folder "/$<CONFIG>")
  endif()
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# Words of --offload-arch: those given, else ROMP2CUDA_OFFLOAD_ARCH, else numbers of CMAKE_CUDA_ARCHITECTURES.
function(_romp_archs result)
  set(names ${ARGN})
  if(NOT names)
    set(names ${ROMP2CUDA_OFFLOAD_ARCH})
  endif()
  if(NOT names)
    foreach(number IN LISTS CMAKE_CUDA_ARCHITECTURES)
      if(number MATCHES "^[0-9]+[af]?(-real)?$")
        string(REPLACE "-real" "" number "${number}")
        list(APPEND names "sm_${number}")
      endif()
    endforeach()
  endif()
  list(TRANSFORM names PREPEND "--offload-arch=")
  set(${result} ${names} PARENT_SCOPE)
endfunction()
