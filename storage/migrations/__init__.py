"""The steps that lead from one schema to the next, oldest first in ``versions``.

A new step, from the models as they are now: ``python -m storage.migrations "Keep the cut"``.
There is no way back: who wants an older Croupier takes the backup that was made on the way.
"""
