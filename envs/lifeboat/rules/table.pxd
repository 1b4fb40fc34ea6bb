from envs.core.flow cimport Proc
from envs.lifeboat.rules.state cimport PROC_COUNT

cdef Proc[PROC_COUNT] PROCS
