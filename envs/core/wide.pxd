# cython: language_level=3
"""Loops over long arrays of floats, in wider registers where the processor has them.

The package is built for any processor of its kind; these loops are compiled twice and chosen at run time.
"""

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <immintrin.h>
    #define DERELICT_AVX2 __attribute__((target("avx2")))
    #define derelict_has_avx2() __builtin_cpu_supports("avx2")
    #else
    #define derelict_has_avx2() 0
    #define derelict_scale_bytes_wide derelict_scale_bytes_plain
    #define derelict_scale_runs_wide derelict_scale_runs_plain
    #define derelict_stream_wide derelict_stream_plain
    #endif
    /* to[i] = bytes[i] * scale. */
    static void derelict_scale_bytes_plain(const unsigned char* bytes, int n, float scale, float* to) {
        for (int i = 0; i < n; i++) to[i] = (float)bytes[i] * scale;
    }
    #if defined(DERELICT_AVX2)
    DERELICT_AVX2 static void derelict_scale_bytes_wide(const unsigned char* bytes, int n, float scale, float* to) {
        const __m256 by = _mm256_set1_ps(scale);
        int i = 0;
        for (; i + 8 <= n; i += 8) {
            const __m256i x = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)(bytes + i)));
            _mm256_storeu_ps(to + i, _mm256_mul_ps(_mm256_cvtepi32_ps(x), by));
        }
        for (; i < n; i++) to[i] = (float)bytes[i] * scale;
    }
    #endif
    static inline void derelict_scale_bytes(const unsigned char* bytes, int n, float scale, float* to) {
        if (derelict_has_avx2()) derelict_scale_bytes_wide(bytes, n, scale, to);
        else derelict_scale_bytes_plain(bytes, n, scale, to);
    }
    typedef struct { int source; int out; int n; int first; } derelict_run;
    static inline float derelict_scaled(unsigned char byte, float scale) {
        const float x = (float)byte * scale;
        return x < 1 ? x : 1;
    }
    /* to[out + i] = min(bytes[source + i] * scales[first + i], 1) of each run. */
    static void derelict_scale_runs_plain(const derelict_run* runs, int n_runs, const float* scales,
                                          const unsigned char* bytes, float* to) {
        for (const derelict_run* r = runs; r < runs + n_runs; r++)
            for (int i = 0; i < r->n; i++)
                to[r->out + i] = derelict_scaled(bytes[r->source + i], scales[r->first + i]);
    }
    #if defined(DERELICT_AVX2)
    DERELICT_AVX2 static void derelict_scale_runs_wide(const derelict_run* runs, int n_runs, const float* scales,
                                                       const unsigned char* bytes, float* to) {
        const __m256 one = _mm256_set1_ps(1);
        for (const derelict_run* r = runs; r < runs + n_runs; r++) {
            const unsigned char* from = bytes + r->source;
            const float* by = scales + r->first;
            float* out = to + r->out;
            int left = r->n;
            for (; left >= 8; left -= 8, from += 8, by += 8, out += 8) {
                const __m256i x = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)from));
                _mm256_storeu_ps(out, _mm256_min_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(x), _mm256_loadu_ps(by)), one));
            }
            if (left >= 4) {
                int four;
                memcpy(&four, from, 4);
                const __m128i x = _mm_cvtepu8_epi32(_mm_cvtsi32_si128(four));
                _mm_storeu_ps(out, _mm_min_ps(_mm_mul_ps(_mm_cvtepi32_ps(x), _mm_loadu_ps(by)),
                                              _mm256_castps256_ps128(one)));
                left -= 4, from += 4, by += 4, out += 4;
            }
            /* Written out, or the compiler would prepare wide registers for the three. */
            if (left > 0) out[0] = derelict_scaled(from[0], by[0]);
            if (left > 1) out[1] = derelict_scaled(from[1], by[1]);
            if (left > 2) out[2] = derelict_scaled(from[2], by[2]);
        }
    }
    #endif
    static inline void derelict_scale_runs(const derelict_run* runs, int n_runs, const float* scales,
                                           const unsigned char* bytes, float* to) {
        if (derelict_has_avx2()) derelict_scale_runs_wide(runs, n_runs, scales, bytes, to);
        else derelict_scale_runs_plain(runs, n_runs, scales, bytes, to);
    }
    /* Copy past the cache: rows of a large batch do not fit it, and a plain store reads each line first. */
    static void derelict_stream_plain(float* to, const float* from, size_t n) {
        size_t i = 0;
    #if defined(__SSE2__)
        for (; i < n && ((uintptr_t)(to + i) & 15); i++) to[i] = from[i];
        for (; i + 4 <= n; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
    #endif
        for (; i < n; i++) to[i] = from[i];
    }
    #if defined(DERELICT_AVX2)
    DERELICT_AVX2 static void derelict_stream_wide(float* to, const float* from, size_t n) {
        size_t i = 0;
        for (; i < n && ((uintptr_t)(to + i) & 31); i++) to[i] = from[i];
        for (; i + 16 <= n; i += 16) {
            _mm256_stream_ps(to + i, _mm256_loadu_ps(from + i));
            _mm256_stream_ps(to + i + 8, _mm256_loadu_ps(from + i + 8));
        }
        for (; i < n; i++) to[i] = from[i];
    }
    #endif
    static inline void derelict_stream(float* to, const float* from, size_t n) {
        if (derelict_has_avx2()) derelict_stream_wide(to, from, n);
        else derelict_stream_plain(to, from, n);
    }
    #if defined(__SSE2__)
    #define derelict_stream_end() _mm_sfence()
    #else
    #define derelict_stream_end() ((void)0)
    #endif
    """
    ctypedef struct Run "derelict_run":
        # Bytes in a row that become floats in a row.
        int source
        int out
        int n
        int first  # number of its first scale

    void scale_bytes "derelict_scale_bytes"(const unsigned char* bytes_, int n, float scale, float* to) noexcept nogil
    void scale_runs "derelict_scale_runs"(const Run* runs, int n_runs, const float* scales,
                                          const unsigned char* bytes_, float* to) noexcept nogil
    void stream "derelict_stream"(float* to, const float* source, size_t n) noexcept nogil
    void stream_end "derelict_stream_end"() noexcept nogil

    # The two variants, for tests; the wide one only if `has_avx2`.
    bint has_avx2 "derelict_has_avx2"() noexcept nogil
    void scale_bytes_plain "derelict_scale_bytes_plain"(const unsigned char*, int, float, float*) noexcept nogil
    void scale_bytes_wide "derelict_scale_bytes_wide"(const unsigned char*, int, float, float*) noexcept nogil
    void scale_runs_plain "derelict_scale_runs_plain"(
        const Run*, int, const float*, const unsigned char*, float*
    ) noexcept nogil
    void scale_runs_wide "derelict_scale_runs_wide"(
        const Run*, int, const float*, const unsigned char*, float*
    ) noexcept nogil
    void stream_plain "derelict_stream_plain"(float*, const float*, size_t) noexcept nogil
    void stream_wide "derelict_stream_wide"(float*, const float*, size_t) noexcept nogil
