// What do the tests of the C++ wrapper make of an error that has to be thrown?

#ifndef POLYCTY_TESTS_THROWN_HPP
#define POLYCTY_TESTS_THROWN_HPP

#include "check.h"

#include <polycty.hpp>

#include <cstdlib>

// The error with which a call ends; the program ends where it has another code, or is none.
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
