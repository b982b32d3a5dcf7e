#ifndef MESH_H
#define MESH_H

#include "cfd.h"

/* Makes a mesh around a body: a box of `cubes`^3 cubes of six tetrahedra each, without those in its middle. */
struct mesh make_mesh(int cubes);

#endif
