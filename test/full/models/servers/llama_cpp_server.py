"""Runs the server of llama.cpp: python llama_cpp_server.py FILE PORT. It answers 503 while the model loads."""

import signal
import sys

import xllamacpp

file, port = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = file
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.n_ctx = 4096
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
signal.pause()
