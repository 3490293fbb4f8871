"""An attribute that is computed when it is first read, without a lock."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class lazy(Generic[Value]):  # noqa: N801  It is a decorator, as `property` is.
    """The result of a method, kept by its object, as `functools.cached_property` of Python 3.12.

    Up to Python 3.11 `cached_property` holds one lock for all objects of the class while the method
    runs, so that a thread that reads one object waits for the work on every other one. Here two
    threads that read at the same time may both compute the value; the later result is kept.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Note the name under which the value is kept."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        """Compute the value and keep it in the object, where the next read finds it directly."""
        if instance is None:
            return self
        value = vars(instance)[self._name] = self._find(instance)
        return value
