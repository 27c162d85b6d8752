"""Keep every test away from the games, the settings and the Jupyter of the person who runs it.

pytest loads this before it collects anything (`-p tests.isolation`), so that the kernels which
run the lessons and the JupyterLab of the browser tests inherit it too.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

HOME = Path(tempfile.mkdtemp(prefix="calclab-tests-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

os.environ["CALCLAB_HOME"] = str(HOME / "calclab")
os.environ["IPYTHONDIR"] = str(HOME / "ipython")
os.environ["MPLCONFIGDIR"] = str(HOME / "matplotlib")
os.environ["LANGUAGE"] = "en"

# The same examples every time, and no limit of time: a slow machine is no failure.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")
