// romp/printf.cuh: formats of printf that are known when it is called, or have a `*` that is.
//
//     romp::printf("%*d|%.*f\n", width, number, digits, value);
//
// The device's printf accepts neither `*` nor the lengths hh, h, j, z and t, nor `%F`. Here the format is copied
// with other conversions in their place: integers are widened and printed by `ll`, characters become text. Formats that
// are string literals without `*` have been rewritten by the translator already (src/emit/cuda/call.rs). On the
// emulated device the host's printf prints.
#ifndef ROMP_PRINTF_CUH
#define ROMP_PRINTF_CUH

namespace romp {

#ifdef ROMP_EMULATED

template <class... Args> ROMP_FN void printf(const char *format, Args... args) { ::printf(format, args...); }

#else

namespace detail {

// An argument as 8 bytes, as the driver reads it by `ll`, `s`, `p` and the conversions of double.
ROMP_FN unsigned long long printed_bits(double x) { return (unsigned long long)__double_as_longlong(x); }
ROMP_FN unsigned long long printed_bits(float x) { return printed_bits((double)x); }
template <class T> ROMP_FN unsigned long long printed_bits(T *p) { return (unsigned long long)p; }
template <class T> ROMP_FN unsigned long long printed_bits(T x) { return (unsigned long long)(long long)x; }

template <int... I> struct indices {
};
template <int n, int... I> struct indices_below {
    typedef typename indices_below<n - 1, n - 1, I...>::type type;
};
template <int... I> struct indices_below<0, I...> {
    typedef indices<I...> type;
};

// The copy of a format with the arguments that it takes. What is longer than the copy is printed in parts, between
// which other threads may print.
template <int n> struct formatted {
    static const int size = 256;
    char text[size];
    int used = 0, count = 0;
    unsigned long long values[n + 1];

    template <int... I> ROMP_FN void print(indices<I...>)
    {
        text[used] = 0;
        ::printf(text, values[I]...);
        used = count = 0;
    }
    ROMP_FN void flush()
    {
        if (used > 0)
            print(typename indices_below<n>::type());
    }
    ROMP_FN void room(int characters)
    {
        if (used + characters >= size)
            flush();
    }
    ROMP_FN void add(char c) { text[used++] = c; }
    ROMP_FN void literal(char c)
    {
        room(2);
        if (c == '%')
            add('%');
        add(c);
    }
    ROMP_FN void number(unsigned x)
    {
        char digits[10];
        int length = 0;
        do
            digits[length++] = (char)('0' + x % 10);
        while (x /= 10);
        while (length > 0)
            add(digits[--length]);
    }
};

struct conversion {
    bool left = false, plus = false, space = false, alternative = false, zero = false;
    int width = -1, precision = -1;
    int shorts = 0, longs = 0; // of the length: h, and l or what is as long
    char kind = 0;
};

ROMP_FN unsigned long long next(const unsigned long long *args, int n, int &at) { return at < n ? args[at++] : 0; }

// Translates the conversion behind a `%`; returns what stands behind it.
ROMP_FN const char *read_conversion(const char *s, conversion &c, const unsigned long long *args, int n, int &at)
{
    for (;; s++) {
        if (*s == '-')
            c.left = true;
        else if (*s == '+')
            c.plus = true;
        else if (*s == ' ')
            c.space = true;
        else if (*s == '#')
            c.alternative = true;
        else if (*s == '0')
            c.zero = true;
        else
            break;
    }
    if (*s == '*') {
        s++;
        c.width = (int)next(args, n, at);
        c.left |= c.width < 0;
        c.width = c.width < 0 ? -c.width : c.width;
    } else if (*s >= '0' && *s <= '9') {
        c.width = 0;
        while (*s >= '0' && *s <= '9')
            c.width = 10 * c.width + (*s++ - '0');
    }
    if (*s == '.') {
        c.precision = 0;
        if (*++s == '*') {
            s++;
            c.precision = (int)next(args, n, at);
        } else {
            while (*s >= '0' && *s <= '9')
                c.precision = 10 * c.precision + (*s++ - '0');
        }
    }
    for (;; s++) {
        if (*s == 'h')
            c.shorts++;
        else if (*s == 'l' || *s == 'j' || *s == 'z' || *s == 't')
            c.longs++;
        else
            break;
    }
    c.kind = *s;
    return *s ? s + 1 : s;
}

template <int n> ROMP_FN void head_of(formatted<n> &out, const conversion &c)
{
    // Flags, two numbers, length and kind.
    out.room(5 + 2 * 11 + 4);
    out.add('%');
    if (c.left)
        out.add('-');
    if (c.plus)
        out.add('+');
    if (c.space)
        out.add(' ');
    if (c.alternative)
        out.add('#');
    if (c.zero)
        out.add('0');
    if (c.width >= 0)
        out.number((unsigned)c.width);
    if (c.precision >= 0) {
        out.add('.');
        out.number((unsigned)c.precision);
    }
}

template <int n> ROMP_FN void convert(formatted<n> &out, conversion c, const unsigned long long *args, int &at)
{
    unsigned long long value = next(args, n, at);
    switch (c.kind) {
    case 'd':
    case 'i': {
        const long long whole = (long long)value;
        value = c.longs ? value
                        : (unsigned long long)(c.shorts > 1   ? (long long)(signed char)whole
                                               : c.shorts > 0 ? (long long)(short)whole
                                                              : (long long)(int)whole);
        head_of(out, c);
        out.add('l');
        out.add('l');
        out.add('d');
        break;
    }
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        value = c.longs        ? value
                : c.shorts > 1 ? (unsigned char)value
                : c.shorts > 0 ? (unsigned short)value
                               : (unsigned)value;
        head_of(out, c);
        out.add('l');
        out.add('l');
        out.add(c.kind);
        break;
    case 'c': {
        const int blanks = c.width - 1;
        for (int i = 0; i < blanks && !c.left; i++)
            out.literal(' ');
        out.literal((char)value);
        for (int i = 0; i < blanks && c.left; i++)
            out.literal(' ');
        return;
    }
    case 'F': {
        const double x = __longlong_as_double((long long)value);
        c.kind = 'f';
        if (!isfinite(x)) {
            // Infinities and NaNs as text, whose sign is part of it.
            const char *const words = isnan(x) ? "-NAN+NAN NAN" : "-INF+INF INF";
            value = (unsigned long long)(words + (signbit(x) ? 0 : c.plus ? 4 : c.space ? 8 : 9));
            c.precision = signbit(x) || c.plus || c.space ? 4 : 3;
            c.plus = c.space = c.zero = c.alternative = false;
            c.kind = 's';
        }
        head_of(out, c);
        out.add(c.kind);
        break;
    }
    default:
        head_of(out, c);
        out.add(c.kind);
    }
    out.values[out.count++] = value;
}

} // namespace detail

template <class... Args> ROMP_FN void printf(const char *format, Args... args)
{
    const int n = sizeof...(Args);
    const unsigned long long given[n + 1] = {detail::printed_bits(args)..., 0};
    detail::formatted<n> out;
    int at = 0;
    for (const char *s = format; *s;) {
        if (*s != '%') {
            out.literal(*s++);
            continue;
        }
        if (s[1] == '%') {
            out.literal('%');
            s += 2;
            continue;
        }
        detail::conversion c;
        s = detail::read_conversion(s + 1, c, given, n, at);
        detail::convert(out, c, given, at);
    }
    out.flush();
}

#endif

} // namespace romp

#endif
