"""Many positions of one game at once, as rows of words, in compiled code on all cores.

`batch` has the class `Batch`, `playouts` and `evaluating` what is asked about positions by the thousand,
`row_kernels` the compiled loops over rows, `sharing` how threads share them out.
"""

from plyground.batch.batch import Batch
from plyground.batch.evaluating import evaluate_all
from plyground.batch.playouts import Playouts, playouts

__all__ = ["Batch", "Playouts", "evaluate_all", "playouts"]
