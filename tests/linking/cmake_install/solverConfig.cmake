include(CMakeFindDependencyMacro)
find_dependency(romp2cuda)
include("${CMAKE_CURRENT_LIST_DIR}/solverTargets.cmake")
