// A thousand pieces of one column each
// split-bench: input=512x1000xf32 axis=1 into=1000
// The driver writes the function, whose result has a thousand types.
