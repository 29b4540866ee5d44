// Entries of the target spec that mean nothing are errors, for each pass that reads them.
// RUN: split-opt %s --split-input-file --verify-diagnostics --lower-split-copy
// RUN: split-opt %s --split-input-file --verify-diagnostics --split-vectorize-elementwise

// expected-error @below {{entry "split.streams" of the target spec is 3 : i64, expected 1 or 4}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.streams" = 3 : i64>>} {}

// -----

// expected-error @below {{entry "split.streams" of the target spec is 0 : i64, expected 1 or 4}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.streams" = 0 : i64>>} {}

// -----

// expected-error @below {{entry "split.nontemporal_threshold" of the target spec is "much", expected an integer, at least 0}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.nontemporal_threshold" = "much">>} {}

// -----

// expected-error @below {{entry "L3_cache_size_in_bytes" of the target spec is -1 : i32, expected at least 0}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = -1 : i32>>} {}

// -----

// expected-error @below {{entry "L2_cache_size_in_bytes" of the target spec is 9223372036854775808 : ui64, expected at least 0}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 9223372036854775808 : ui64>>} {}

// -----

// expected-error @below {{entry "split.transpose_rows" of the target spec is 48 : i64, expected a power of two from 8 to 4096}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.transpose_rows" = 48 : i64>>} {}

// -----

// expected-error @below {{entry "split.stream" of the target spec is unknown, expected L2_cache_size_in_bytes, L3_cache_size_in_bytes}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"split.stream" = 1 : i64>>} {}

// -----

// Entries of others, and of other devices, are not read.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"max_vector_op_width" = "wide">,
    "GPU" = #dlti.target_device_spec<"split.streams" = 3 : i64>>} {}
