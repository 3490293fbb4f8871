"""An attribute that is worked out when it is first asked for, without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801  It is a decorator, as `property` is.
    """What a method returns, kept by its object; as `functools.cached_property` of Python 3.12.

    Up to Python 3.11 that holds a lock while the method runs, one for the attribute of all objects
    of the class: whoever asks one object waits for the work on every other one. Here threads that
    ask at once may each do the work, and what the last of them has found stays.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn under which name the value is kept."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """Work the value out; from then on it is found in the object, and this is not called."""
        if instance is None:
            return self
        value = vars(instance)[self._name] = self._find(instance)
        return value
