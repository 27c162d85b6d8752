"""The search behind solver and coach: a compact inner engine in two forms of one source.

What lives here: kernels, written in the subset of Python that numba compiles, on flat lists of
whole numbers and named tuples of such lists. They run as plain Python where numba is missing. What
does not: games as values (``game``), what a player asks (``solver``, ``coach``). Kernels know ranks
only, never an order of the stock that they were not given.
"""
