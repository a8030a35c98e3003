"""How a rule becomes code of LLVM: as Numba does it, without what rules do not need.

Numba's own functions return a code and write their value and an exception through pointers; each caller makes room for
both and looks at the code. Rules raise nothing, so a rule takes its arguments and returns its value. Numba describes
every list in a record as an array with a shape and an owner; a rule needs only the place where it begins. So there is
much less code to write, to read and to optimise.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.base import OverloadSelector
from numba.core.callconv import CPUCallConv
from numba.core.cpu import CPUContext
from numba.core.lowering import Lower


class NothingRaised(CPUCallConv):
    """How a rule calls functions of Numba's own: they raise nothing, either, with what a rule gives them."""

    def return_user_exc(self, builder: Any, *what: Any, **where: Any) -> None:
        builder.unreachable()

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        builder.unreachable()


@contextmanager
def nothing_raised() -> Iterator[None]:
    """What is lowered meanwhile, under Numba's lock, raises nothing."""
    context: Any = CPUContext
    usual = context.call_conv
    context.call_conv = property(NothingRaised)
    try:
        yield
    finally:
        context.call_conv = usual


class PlainCalls(NothingRaised):
    """A rule takes its arguments and returns its value."""

    def get_function_type(self, restype: Any, argtypes: Any) -> Any:
        returned = self.context.data_model_manager[restype].get_return_type()
        return ir.FunctionType(returned, list(self._get_arg_packer(argtypes).argument_types))

    def get_arguments(self, func: Any) -> Any:
        return func.args

    def return_value(self, builder: Any, retval: Any) -> None:
        builder.ret(retval)

    def declare(self, module: Any, rule: Any) -> Any:
        """The function of a rule, in a module that has it or calls it. Its records are never the same one."""
        kind = self.get_function_type(rule.restype, rule.argtypes)
        function = cgutils.get_or_insert_function(module, kind, rule.mangled_name)
        for argument in function.args:
            if isinstance(argument.type, ir.PointerType):
                argument.add_attribute("captures(none)")
                argument.add_attribute("noalias")
        return function


class RuleLower(Lower):
    """Lowers a rule. A list in a record is no more than the place where it begins, and nothing is counted."""

    @property
    def call_conv(self) -> PlainCalls:
        return PlainCalls(self.context)

    def emit_environment_object(self) -> None:
        """Rules need none."""

    def setup_function(self, fndesc: Any) -> None:
        self.function = self.call_conv.declare(self.module, fndesc)
        self.function.attributes.add("nounwind")
        self.entry_block = self.function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "getattr" and isinstance(resty, types.NestedArray):
            return self.list_in_record(resty, expr)
        if expr.op == "static_getitem" and self.is_in_list(expr.value, expr.index_var):
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, None)
        return super().lower_expr(resty, expr)

    def list_in_record(self, kind: Any, expr: Any) -> Any:
        """A list of a record: of all that describes an array only where its numbers are."""
        record = self.typeof(expr.value.name)
        element = self.context.get_data_type(kind.dtype)
        place = cgutils.get_record_member(
            self.builder, self.loadvar(expr.value.name), record.offset(expr.attr), element
        )
        nothing = ir.Constant(self.context.get_value_type(kind), ir.Undefined)
        return self.builder.insert_value(nothing, place, self.data_position(kind))

    def data_position(self, kind: Any) -> int:
        return int(self.context.data_model_manager[kind].get_field_position("data"))

    def is_in_list(self, array: Any, place: Any) -> bool:
        """Whether a number of a list in a record is meant."""
        if place is None or not isinstance(self.typeof(array.name), types.NestedArray):
            return False
        return isinstance(self.typeof(place.name), types.Integer)

    def place_in_list(self, array: Any, place: Any) -> Any:
        """Where a number of a list in a record is. No place is below zero."""
        kind = self.typeof(array.name)
        index = self.context.cast(self.builder, self.loadvar(place.name), self.typeof(place.name), types.intp)
        first = self.builder.extract_value(self.loadvar(array.name), self.data_position(kind))
        return self.builder.gep(first, [index], inbounds=True)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        if not self.is_in_list(value, index):
            return super().lower_getitem(resty, expr, value, index, signature)
        kind = self.typeof(value.name).dtype
        found = self.context.unpack_value(self.builder, kind, self.place_in_list(value, index))
        return self.context.cast(self.builder, found, kind, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        if not self.is_in_list(target_var, index_var):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        kind, given = self.typeof(target_var.name).dtype, self.typeof(value_var.name)
        value = self.context.cast(self.builder, self.loadvar(value_var.name), given, kind)
        self.context.pack_value(self.builder, kind, value, self.place_in_list(target_var, index_var))
        return None

    def incref(self, typ: Any, val: Any) -> None:
        if self.is_counted(typ):
            super().incref(typ, val)

    def decref(self, typ: Any, val: Any) -> None:
        if self.is_counted(typ):
            super().decref(typ, val)

    def delvar(self, name: str) -> None:
        if self.is_counted(self.typeof(name)):
            super().delvar(name)

    def is_counted(self, kind: Any) -> bool:
        """Whether references to a value are counted: whole arrays, which outermost functions have."""
        if isinstance(kind, types.Integer | types.Boolean | types.Record | types.NestedArray):
            return False
        return bool(self.context.data_model_manager[kind].contains_nrt_meminfo())


def call_writer(rule: Any, library: Any) -> Callable[..., Any]:
    """What writes calls of a rule."""

    def write_call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = PlainCalls(context).declare(builder.module, rule)
        given = context.get_arg_packer(rule.argtypes).as_arguments(builder, args)
        returned = builder.call(function, list(given))
        return context.get_returned_value(builder, rule.restype, returned)

    write_call.libs = (library,)  # type: ignore[attr-defined]
    return write_call


def call_plainly(context: Any, compiled: Any, rule: Any, library: Any) -> None:
    """Have a compiled rule called like this, and not as Numba would."""
    selector = OverloadSelector()
    selector.append(call_writer(rule, library), rule.argtypes)
    context._defns[compiled] = selector
