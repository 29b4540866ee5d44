// As many pieces as columns.
// split-bench: input=512x1000xf32 axis=1 into=1000 limit=0.70 peers=8
// The function is written by the driver: its result has a thousand types.
