/* An unstructured mesh from nothing: cubes with shaken corners, each cut into the six tetrahedra along its diagonal. */
#include "mesh.h"
#include <math.h>

enum { SHUFFLED = 512 }; /* elements in a row that are numbered at random */

struct box {
    int cubes;
    float (*corner)[3];
};

static int corner_number(const struct box *box, const int at[3])
{
    int side = box->cubes + 1;
    return (at[2] * side + at[1]) * side + at[0];
}

static void shake_corners(struct box *box, uint64_t *random)
{
    int side = box->cubes + 1;
    box->corner = port_allocate((size_t)side * side * side, sizeof *box->corner);
    int at[3];
    for (at[2] = 0; at[2] < side; at[2]++)
        for (at[1] = 0; at[1] < side; at[1]++)
            for (at[0] = 0; at[0] < side; at[0]++)
                for (int d = 0; d < 3; d++) {
                    int inside = at[d] > 0 && at[d] < side - 1;
                    double shake = inside ? 0.2 * (port_random_unit(random) - 0.5) : 0;
                    box->corner[corner_number(box, at)][d] = (float)(at[d] + shake);
                }
}

/* Whether a cube belongs to the body. */
static int in_body(const struct box *box, const int at[3])
{
    double squares = 0, radius = 0.18 * box->cubes;
    for (int d = 0; d < 3; d++)
        squares += pow(at[d] + 0.5 - 0.5 * box->cubes, 2);
    return squares < radius * radius;
}

/* Writes the corners of all tetrahedra, or counts them only, without `tetrahedra`. */
static int cut_cubes(const struct box *box, int (*tetrahedra)[4])
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    int count = 0, at[3];
    for (at[2] = 0; at[2] < box->cubes; at[2]++)
        for (at[1] = 0; at[1] < box->cubes; at[1]++)
            for (at[0] = 0; at[0] < box->cubes; at[0]++) {
                if (in_body(box, at))
                    continue;
                for (int o = 0; o < 6; o++, count++) {
                    int corner[3] = {at[0], at[1], at[2]};
                    for (int v = 0; tetrahedra && v < 4; v++) {
                        tetrahedra[count][v] = corner_number(box, corner);
                        if (v < 3)
                            corner[orders[o][v]]++;
                    }
                }
            }
    return count;
}

static void shuffle(int (*tetrahedra)[4], int count, uint64_t *random)
{
    for (int i = 0; i < count; i++) {
        int end = (i / SHUFFLED + 1) * SHUFFLED < count ? (i / SHUFFLED + 1) * SHUFFLED : count;
        int j = i + (int)port_random_below(random, end - i), swap[4];
        memcpy(swap, tetrahedra[i], sizeof swap);
        memcpy(tetrahedra[i], tetrahedra[j], sizeof swap);
        memcpy(tetrahedra[j], swap, sizeof swap);
    }
}

/* The corners of face `f`, all but corner `f`, in rising order. */
static void face_corners(const int tetrahedron[4], int f, int face[3])
{
    int count = 0;
    for (int v = 0; v < 4; v++) {
        if (v == f)
            continue;
        int at = count++;
        for (; at > 0 && face[at - 1] > tetrahedron[v]; at--)
            face[at] = face[at - 1];
        face[at] = tetrahedron[v];
    }
}

/* Whether a face lies in one of the six sides of the box. */
static int on_side(const struct box *box, const int face[3])
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            float plane = side ? (float)box->cubes : 0;
            int all = 1;
            for (int v = 0; v < 3; v++)
                all = all && box->corner[face[v]][d] == plane;
            if (all)
                return 1;
        }
    return 0;
}

/* Finds neighbours by a hash table of faces: the second element with a face is the first one's neighbour. */
static void join_faces(const struct box *box, const int (*tetrahedra)[4], int count, int *neighbour)
{
    struct slot {
        uint64_t face;
        int element, side;
    };
    size_t slots = 1;
    while (slots < 8 * (size_t)count)
        slots *= 2;
    struct slot *table = port_allocate(slots, sizeof *table);
    for (int i = 0; i < count; i++)
        for (int f = 0; f < FACES; f++) {
            int face[3];
            face_corners(tetrahedra[i], f, face);
            uint64_t key = 1 + (((uint64_t)face[0] << 42) | ((uint64_t)face[1] << 21) | (uint64_t)face[2]);
            size_t at = (key * 0x9e3779b97f4a7c15ull) >> 20 & (slots - 1);
            while (table[at].face && table[at].face != key)
                at = (at + 1) & (slots - 1);
            if (table[at].face) {
                neighbour[(size_t)f * count + i] = table[at].element;
                neighbour[(size_t)table[at].side * count + table[at].element] = i;
            } else {
                table[at] = (struct slot){key, i, f};
                neighbour[(size_t)f * count + i] = on_side(box, face) ? FAR_FIELD : WALL;
            }
        }
    free(table);
}

/* The normal of face `f`, towards corner `f`. */
static void face_normal(const struct box *box, const int tetrahedron[4], int f, float normal[3])
{
    const float *a = box->corner[tetrahedron[(f + 1) % 4]], *b = box->corner[tetrahedron[(f + 2) % 4]];
    const float *c = box->corner[tetrahedron[(f + 3) % 4]], *inside = box->corner[tetrahedron[f]];
    float u[3], v[3], w[3], towards = 0;
    for (int d = 0; d < 3; d++) {
        u[d] = b[d] - a[d];
        v[d] = c[d] - a[d];
        w[d] = inside[d] - a[d];
    }
    for (int d = 0; d < 3; d++) {
        normal[d] = 0.5f * (u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3]);
        towards += normal[d] * w[d];
    }
    for (int d = 0; d < 3; d++)
        normal[d] = towards < 0 ? -normal[d] : normal[d];
}

struct mesh make_mesh(int cubes)
{
    struct box box = {cubes, NULL};
    uint64_t random = 53;
    shake_corners(&box, &random);
    int count = cut_cubes(&box, NULL);
    int(*tetrahedra)[4] = port_allocate(count, sizeof *tetrahedra);
    int *neighbour = port_allocate((size_t)FACES * count, sizeof *neighbour);
    float *normal = port_allocate((size_t)3 * FACES * count, sizeof *normal), *area = port_allocate(count, sizeof *area);
    cut_cubes(&box, tetrahedra);
    shuffle(tetrahedra, count, &random);
    join_faces(&box, (const int(*)[4])tetrahedra, count, neighbour);
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int f = 0; f < FACES; f++) {
            float n[3];
            face_normal(&box, tetrahedra[i], f, n);
            for (int d = 0; d < 3; d++)
                normal[(size_t)(d * FACES + f) * count + i] = n[d];
            sum += sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        }
        area[i] = sum * sum;
    }
    free(tetrahedra);
    free(box.corner);
    return (struct mesh){count, neighbour, normal, area};
}
