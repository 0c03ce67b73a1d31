import TestSupport

// Each benchmark prints its figures and judges nothing: machines differ, and these are for comparing.
SignalBenchmark().run()
try SQLiteBenchmark().run()
try ParserBenchmark().run()
try StartBenchmark().run()
try RestBenchmark().run()
