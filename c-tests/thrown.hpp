// Tests of exceptions in the C++ wrapper.

#ifndef POLYCTY_TESTS_THROWN_HPP
#define POLYCTY_TESTS_THROWN_HPP

#include "check.h"

#include <polycty.hpp>

#include <cstdlib>

// Returns the error that a call throws; aborts if there is none or its code is different.
template <class F> static polycty::Error thrown(polycty::Code code, F &&body) {
    try {
        body();
    } catch (const polycty::Error &error) {
        CHECK(error.code() == code);
        return error;
    }
    CHECK(!"an error was thrown");
    std::abort();
}

#endif
