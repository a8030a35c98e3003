"""The pages of the documentation that are written from the code and the data.

Short ones lie in the repository and are written again by `python -m magnate.handbook` (`make schema`): the commands,
and the editions side by side (`pages`). The books themselves, clause by clause, restate whole files of data;
their diff would not be read, so they are made when the site is built (`hook`, `books`).
"""
