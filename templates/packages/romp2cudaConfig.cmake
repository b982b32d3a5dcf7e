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

# romp2cuda_add_kernels(NAME a.c b.c [OFFLOAD_ARCH sm_90 ...] [OPTIONS -O3 ...])
#
# Makes the static library NAME. target_include_directories, target_compile_definitions, target_compile_options and
# target_link_libraries work on it as on any other. Its files get CMAKE_C_FLAGS where the project has C, else -O2.
function(romp2cuda_add_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OFFLOAD_ARCH;OPTIONS")
  _romp_archs(archs ${arg_OFFLOAD_ARCH})
  _romp_c_flags(flags)
  set(includes "$<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>")
  set(options "$<TARGET_PROPERTY:${name},COMPILE_OPTIONS>")
  set(objects "")
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path "${source}" ABSOLUTE)
    string(MAKE_C_IDENTIFIER "${source}" stem)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp/${stem}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp"
      COMMAND "${ROMP2CUDA_COMPILER}" -fopenmp ${archs} ${flags}
        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
        "${options}" ${arg_OPTIONS}
        -MD -MF "${object}.d" -MT "${object}" -c "${path}" -o "${object}"
      DEPENDS "${path}" DEPFILE "${object}.d"
      COMMENT "Translating ${source}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  # Nothing asks an archive for the object with what crosses files: programs ask for this symbol of it.
  file(RELATIVE_PATH folder "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
  string(MAKE_C_IDENTIFIER "romp_device_code_of_${PROJECT_NAME}_${folder}_${name}" symbol)
  _romp_device_object(device "${name}" "${archs}" "${objects}" "${objects}"
    COMMAND "${CMAKE_OBJCOPY}" "--add-symbol=${symbol}=0,global" "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp/device.o")
  add_library(${name} STATIC ${objects} "${device}")
  set_source_files_properties(${objects} "${device}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  # All files are objects: any language that the project has makes the archive.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  list(GET languages 0 language)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE ${language})
  target_link_libraries(${name} PUBLIC romp::runtime)
  target_link_options(${name} INTERFACE "-Wl,-u,${symbol}")
endfunction()

# romp2cuda_device_link(TARGET LIBRARY ...)
#
# For a program of which rompcc compiled libraries (CMAKE_C_COMPILER) and another compiler links: the device code that
# crosses files of these libraries. Of romp2cuda_add_kernels the libraries have theirs.
function(romp2cuda_device_link target)
  set(objects "")
  foreach(library IN LISTS ARGN)
    list(APPEND objects "$<TARGET_OBJECTS:${library}>")
  endforeach()
  _romp_archs(archs)
  _romp_device_object(device "${target}" "${archs}" "${objects}" "${ARGN}")
  target_link_libraries(${target} PRIVATE romp::runtime)
  target_sources(${target} PRIVATE "${device}")
  set_source_files_properties("${device}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
endfunction()

function(_romp_device_object result name archs objects depends)
  set(device "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp/device.o")
  add_custom_command(OUTPUT "${device}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${name}.romp"
    COMMAND "${ROMP2CUDA_COMPILER}" -fopenmp ${archs} --device-link "${objects}" -o "${device}"
    ${ARGN}
    DEPENDS ${depends}
    COMMENT "Linking device code of ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} "${device}" PARENT_SCOPE)
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

# The flags of the project's C compiler, of each configuration; -O2 where the project has no C.
function(_romp_c_flags result)
  set(flags "")
  if(CMAKE_C_COMPILER_LOADED)
    separate_arguments(common NATIVE_COMMAND "${CMAKE_C_FLAGS}")
    list(APPEND flags ${common})
    foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
      string(TOUPPER "${configuration}" upper)
      separate_arguments(words NATIVE_COMMAND "${CMAKE_C_FLAGS_${upper}}")
      foreach(word IN LISTS words)
        list(APPEND flags "$<$<CONFIG:${configuration}>:${word}>")
      endforeach()
    endforeach()
  else()
    list(APPEND flags -O2)
  endif()
  if(CMAKE_C_STANDARD)
    list(APPEND flags "-std=gnu${CMAKE_C_STANDARD}")
  endif()
  if(CMAKE_POSITION_INDEPENDENT_CODE)
    list(APPEND flags -fPIC)
  endif()
  set(${result} ${flags} PARENT_SCOPE)
endfunction()
