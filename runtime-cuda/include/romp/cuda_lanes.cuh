// romp/cuda_lanes.cuh: what the lanes of a warp do together, as nvcc compiles it.
#ifndef ROMP_CUDA_LANES_CUH
#define ROMP_CUDA_LANES_CUH

namespace romp {

// A barrier of these lanes of one warp, after which each sees what the others have written.
ROMP_FN void group_barrier(unsigned lanes) { __syncwarp(lanes); }

// The words of a type in which no member has a byte, a bit for each. Of records with some that are combined, the
// translated code says which these are, by a function beside the record.
constexpr __device__ unsigned long long romp_padding_words(const volatile void *) { return 0; }

// Passes a value of any trivial type, word by word, through a function of one word. Words of padding take no part: the
// compiler copies them byte by byte wherever it has to keep them.
template <class T, class F> ROMP_FN T word_by_word(T value, F function)
{
    static_assert(std::is_trivially_copyable<T>::value, "only plain data is shuffled");
    constexpr unsigned words = (sizeof(T) + 3) / 4;
    constexpr unsigned long long padding = romp_padding_words((const T *)nullptr);
    unsigned word[words] = {};
    memcpy(word, &value, sizeof(T));
    if constexpr (padding == 0) {
#pragma unroll
        for (unsigned i = 0; i < words; i++)
            word[i] = function(word[i]);
        memcpy(&value, word, sizeof(T));
        return value;
    } else {
        T result;
#pragma unroll
        for (unsigned i = 0; i < words; i++) {
            if (padding >> i & 1)
                continue;
            word[i] = function(word[i]);
            memcpy((char *)&result + 4 * i, word + i, sizeof(T) - 4 * i < 4 ? sizeof(T) - 4 * i : 4);
        }
        return result;
    }
}

// The value of the lane with a number greater by `distance`; all of `lanes` call it.
template <class T> ROMP_FN T shuffle_down(unsigned lanes, T value, unsigned distance)
{
    return word_by_word(value, [=](unsigned word) { return __shfl_down_sync(lanes, word, distance); });
}

// Likewise, the value of the lane with a number less by `distance`, and that of lane number `lane`.
template <class T> ROMP_FN T shuffle_up(unsigned lanes, T value, unsigned distance)
{
    return word_by_word(value, [=](unsigned word) { return __shfl_up_sync(lanes, word, distance); });
}
template <class T> ROMP_FN T shuffle_from(unsigned lanes, T value, unsigned lane)
{
    return word_by_word(value, [=](unsigned word) { return __shfl_sync(lanes, word, lane); });
}

// Values of lanes are scanned by shuffles.
template <class V> constexpr bool lanes_scan_at_once = false;

// A condition that is the same for all lanes that are here, which ptxas cannot see by itself: then it need not let
// the lanes reconverge behind a branch.
ROMP_FN bool among_lanes(bool condition) { return __any_sync(__activemask(), condition); }

// A bit for each of `lanes`, set where it passed `true`. All of them call it.
ROMP_FN unsigned ballot(unsigned lanes, bool mine) { return __ballot_sync(lanes, mine); }

// What words of `lanes` make together, in one instruction: all of these call it, and all get the result.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
constexpr bool lanes_combine_words = true;
ROMP_FN unsigned lanes_sum(unsigned lanes, unsigned mine) { return __reduce_add_sync(lanes, mine); }
ROMP_FN unsigned lanes_and(unsigned lanes, unsigned mine) { return __reduce_and_sync(lanes, mine); }
ROMP_FN unsigned lanes_or(unsigned lanes, unsigned mine) { return __reduce_or_sync(lanes, mine); }
ROMP_FN unsigned lanes_xor(unsigned lanes, unsigned mine) { return __reduce_xor_sync(lanes, mine); }
ROMP_FN unsigned lanes_least(unsigned lanes, unsigned mine) { return __reduce_min_sync(lanes, mine); }
ROMP_FN int lanes_least(unsigned lanes, int mine) { return __reduce_min_sync(lanes, mine); }
ROMP_FN unsigned lanes_greatest(unsigned lanes, unsigned mine) { return __reduce_max_sync(lanes, mine); }
ROMP_FN int lanes_greatest(unsigned lanes, int mine) { return __reduce_max_sync(lanes, mine); }

// The greatest of the numbers of `lanes`, none of which is NaN. Bits of floating-point numbers have the order of integers,
// but for negative ones, whose other bits are inverted. Of 64 bits, the words are compared one after the other.
ROMP_FN float lanes_greatest(unsigned lanes, float mine)
{
    const int bits = __float_as_int(mine);
    const int most = __reduce_max_sync(lanes, bits ^ (bits >> 31 & 0x7fffffff));
    return __int_as_float(most ^ (most >> 31 & 0x7fffffff));
}
ROMP_FN double lanes_greatest(unsigned lanes, double mine)
{
    const int high = __double2hiint(mine), sign = high >> 31;
    const int first = high ^ (sign & 0x7fffffff), most = __reduce_max_sync(lanes, first);
    const unsigned second = (unsigned)(__double2loint(mine) ^ sign);
    const unsigned of_most = __reduce_max_sync(lanes, first == most ? second : 0u);
    const int sign_of_most = most >> 31;
    return __hiloint2double(most ^ (sign_of_most & 0x7fffffff), (int)of_most ^ sign_of_most);
}
ROMP_FN float lanes_least(unsigned lanes, float mine) { return -lanes_greatest(lanes, -mine); }
ROMP_FN double lanes_least(unsigned lanes, double mine) { return -lanes_greatest(lanes, -mine); }
// Whether it is so for one of `lanes` at least.
ROMP_FN bool lanes_any(unsigned lanes, bool mine) { return __any_sync(lanes, mine); }
#else
constexpr bool lanes_combine_words = false;
#endif

// The number of the lowest set bit, and the number of set bits.
ROMP_FN unsigned lowest_bit(unsigned bits) { return __ffs((int)bits) - 1; }
ROMP_FN unsigned count_bits(unsigned bits) { return __popc(bits); }

// This lane's bit of a mask, and the mask of the lanes of its warp that happen to be here together with the same
// address.
ROMP_FN unsigned lane_bit() { return 1u << thread() % 32; }
ROMP_FN unsigned lanes_here(const void *at) { return __match_any_sync(__activemask(), (unsigned long long)at); }

} // namespace romp
#endif
