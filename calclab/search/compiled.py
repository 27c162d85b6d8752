"""The compiled kernels' home: numba wants a module to keep them in; ``forms`` fills it."""
