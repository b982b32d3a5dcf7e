// romp/members.cuh: members of unions within unnamed members.
//
// C's initialisers name them, those of C++ do not: the object is initialised without them, and they are assigned.
#ifndef ROMP_MEMBERS_CUH
#define ROMP_MEMBERS_CUH

namespace romp {

namespace detail {

template <class M> struct member_type {
    typedef M type;
};
template <class M> struct member_type<volatile M> {
    typedef M type;
};

template <class M, class V> ROMP_FN void set_member(M &member, const V &value) { member = value; }

template <class M, class V, int count> ROMP_FN void set_member(M (&member)[count], const V (&value)[count])
{
    for (int i = 0; i < count; i++)
        set_member(member[i], value[i]);
}

} // namespace detail

// The object with another value of a member.
template <class T, class M>
ROMP_FN T with(T object, M T::*member, const typename detail::member_type<M>::type &value)
{
    detail::set_member(object.*member, value);
    return object;
}

} // namespace romp

#endif
