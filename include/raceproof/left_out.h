// What stands for code that cannot be compiled here, in sources that are changed for clang.
#pragma once
#pragma clang system_header

// The body of a function that clang refuses. It has none itself.
extern "C" __attribute__((host)) __attribute__((device)) void __raceproof_left_out();

// A launch in device code. It has no body.
extern "C" __attribute__((device)) void __raceproof_launches();

// What such a launch is written as: a call with what it passes.
template <class... Passed>
__attribute__((device)) __attribute__((always_inline)) inline void __raceproof_device_launch(const Passed &...) {
    __raceproof_launches();
}
