# cython: language_level=3
"""Sets as bits: the lowest member, and the places of an array of bytes with a property."""

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define derelict_low_bit(x) __builtin_ctzll(x)
    #define derelict_count_bits(x) __builtin_popcountll(x)
    #else
    static int derelict_low_bit(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    static int derelict_count_bits(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
    #endif
    /* Bit i of out: low <= a[i] <= high. Writes (n + 63) / 64 words. */
    static inline void derelict_between(const unsigned char* a, int n, int low, int high, unsigned long long* out) {
        int i = 0, w;
        for (w = 0; w < (n + 63) / 64; w++) out[w] = 0;
    #if defined(__SSE2__)
        {
            const __m128i base = _mm_set1_epi8((char)low), span = _mm_set1_epi8((char)(high - low));
            for (; i + 16 <= n; i += 16) {
                const __m128i x = _mm_sub_epi8(_mm_loadu_si128((const __m128i*)(a + i)), base);
                const unsigned m = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(x, span), x));
                out[i >> 6] |= (unsigned long long)m << (i & 63);
            }
        }
    #endif
        for (; i < n; i++)
            if ((unsigned char)(a[i] - low) <= (unsigned char)(high - low)) out[i >> 6] |= 1ULL << (i & 63);
    }
    /* Bit i of out: bit `bit` of a[i] is set. Writes (n + 63) / 64 words. */
    static inline void derelict_with_bit(const unsigned char* a, int n, int bit, unsigned long long* out) {
        int i = 0, w;
        for (w = 0; w < (n + 63) / 64; w++) out[w] = 0;
    #if defined(__SSE2__)
        for (; i + 16 <= n; i += 16) {
            const __m128i x = _mm_sll_epi16(_mm_loadu_si128((const __m128i*)(a + i)), _mm_cvtsi32_si128(7 - bit));
            out[i >> 6] |= (unsigned long long)(unsigned)_mm_movemask_epi8(x) << (i & 63);
        }
    #endif
        for (; i < n; i++)
            if ((a[i] >> bit) & 1) out[i >> 6] |= 1ULL << (i & 63);
    }
    """
    int low_bit "derelict_low_bit"(unsigned long long x) noexcept nogil
    int count_bits "derelict_count_bits"(unsigned long long x) noexcept nogil
    void between "derelict_between"(const unsigned char* a, int n, int low, int high,
                                    unsigned long long* out) noexcept nogil
    void with_bit "derelict_with_bit"(const unsigned char* a, int n, int bit,
                                      unsigned long long* out) noexcept nogil
