"""What a game is made of: the rules contract, positions, notation, options, symmetry and bitboards.

`rules` is the contract that a game file fills in; `stones` is what games with one kind of piece per side
share. `bits` and `wide` are sets of squares in one word and in several, `instructions` and `pointers`
what kernels ask of the machine, `hashing` the hash of any state. `position` has what people use (`Game`,
`Position`, `Move`, `Outcome`); `notation`, `options`, `history`, `symmetry` and `facts` serve it,
`drawing` and `picture` show it, `looks` holds colours and decoration. `heuristics` is the contract of
evaluations. `discovery` and `loading` find games; `soundness` and `guards` protect compiled code from a
user's game. `perft` and `conformance` check rules.
"""
