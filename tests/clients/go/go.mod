module example.org/game

go 1.23

require gopkg.in/validator.v2 v2.0.1

// What the generated code imports, for tests that reach no registry of Go's.
replace gopkg.in/validator.v2 => ./validator
