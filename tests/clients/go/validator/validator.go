// Package validator stands for the real one, which checks tags that the generated types have none of.
package validator

// Validate finds nothing wrong, as the real one does where there are no tags.
func Validate(any) error { return nil }
