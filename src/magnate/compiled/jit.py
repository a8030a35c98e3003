"""Numba, set up for a program of many small functions.

Left to itself Numba makes a library of every function for every mix of argument types, and takes into each of them,
optimises and emits again, all the functions it calls. Here a rule is typed and lowered once, for whole numbers of one
size, and only the outermost function is optimised and emitted, with all the rules it reaches in one piece. The machine
code does the same; it is there several times sooner.

It is also faster, because the optimiser gets four facts that Numba cannot know: nothing else calls the rules, no two
records a rule is given are the same one, no place in a list is below zero, and every loop is short: it runs over a few
seats, deeds or groups, and to prepare vectors or unrolled copies of it takes longer than to run it.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import gc
import types as python
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import cgutils, codegen, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

from magnate.compiled.lowering import RuleLower, call_plainly, nothing_raised

njit: Any = numba.njit  # with the options its stubs leave out
config: Any = numba.config

SELDOM = 100_000  # new objects before garbage is searched for; Python's own number is 700
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}

# Numba's passes for closures, literals, `with`, None, exceptions and array expressions: the rules' subset has none of
# these. And those that write annotations and diagnostics that are never read.
NEEDLESS = {
    "AnnotateTypes",
    "DeadBranchPrune",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "GenericRewrites",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "NoPythonSupportedFeatureValidation",
    "NopythonRewrites",
    "RewriteDynamicRaises",
    "RewriteSemanticConstants",
    "WithLifting",
}


class Part(codegen.JITCodeLibrary):
    """The code of one rule: kept for the whole to take in, never optimised or run by itself."""

    @property
    def codegen(self) -> Part:
        """Stands in for Numba's own, which would look for machine code that is not there."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Rules need no environment: they raise nothing and call nothing of Python's."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def add_ir_module(self, ir_module: Any) -> None:
        """Numba would check every rule by itself, and simplify it: the whole's own passes begin with the same."""
        module = binding.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.data_layout = self._codegen._data_layout
        self._final_module = self._shared_module = module


class Whole(codegen.JITCodeLibrary):
    """The outermost function and, linked in once each, the parts it reaches."""

    vectors = False  # whether loops are worth preparing vectors for

    def finalize(self) -> None:
        reached: dict[Any, None] = {}
        open_ends: list[Any] = [self]
        while open_ends:
            for library in open_ends.pop()._linking_libraries:
                if library not in reached:
                    reached[library] = None
                    if isinstance(library, Part):
                        open_ends.append(library)
        self._linking_libraries = list(reached)
        here = (function for function in self._final_module.functions if not function.is_declaration)
        self._called_from_outside = {function.name for function in here}
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._called_from_outside:
                function.linkage = "internal"
        self.optimise()

    def optimise(self) -> None:
        """What Numba does here, but without the work on loops that short ones do not repay.

        The third level takes an eighth longer than the second and makes rules no faster.
        """
        plain_loops = binding.create_pipeline_tuning_options(speed_level=3 if self.vectors else 2)
        plain_loops.loop_vectorization, plain_loops.slp_vectorization = self.vectors, False
        plain_loops.loop_interleaving = plain_loops.loop_unrolling = False
        builder = binding.create_pass_builder(self._codegen._tm, plain_loops)
        builder.getModulePassManager().run(self._final_module, builder)


class VectorWhole(Whole):
    """The same of a program whose time goes into long loops over the units of a network."""

    vectors = True


def plain_place(context: Any, builder: Any, kind: Any, place: Any, size: Any) -> Any:
    """A place in a list as it is: for Numba's, which makes one below zero count from the end."""
    return context.cast(builder, place, kind, types.intp)


@contextmanager
def counted_from_the_beginning() -> Iterator[None]:
    """What is lowered meanwhile, under Numba's lock, has no place below zero."""
    usual = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = plain_place
    try:
        yield
    finally:
        arrayobj.fix_integer_index = usual


@contextmanager
def rare_collection() -> Iterator[None]:
    """Garbage is seldom searched for meanwhile: almost everything the compiler makes stays."""
    usual = gc.get_threshold()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def remembered_types() -> Iterator[None]:
    """What an operator returns for some types is found out once: Numba tries all its definitions at every use.

    And a record is called by its name: Numba writes all its fields down at every mention.
    """
    function: Any = types.BaseFunction
    record: Any = types.Record
    usual, in_full = function.get_call_type, record.__repr__
    known: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return usual(self, context, args, kws)
        key = self, args
        if key not in known:
            known[key] = usual(self, context, args, kws)
        return known[key]

    function.get_call_type, record.__repr__ = get_call_type, types.Type.__repr__
    try:
        yield
    finally:
        function.get_call_type, record.__repr__ = usual, in_full


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    _name = "magnate_part_lowering"

    @property
    def lowering_class(self) -> type:
        return RuleLower

    def run_pass(self, state: Any) -> bool:
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        with counted_from_the_beginning(), nothing_raised():
            done = bool(super().run_pass(state))
        call_plainly(state.targetctx, state.cr.cfunc, state.cr.fndesc, state.library)
        return done


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    _name = "magnate_whole_lowering"
    library = Whole

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with counted_from_the_beginning():
            return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class VectorLowering(WholeLowering):
    _name = "magnate_vector_lowering"
    library = VectorWhole


def compiler(lowering: type, before: Callable[[], None]) -> type:
    """Numba's compiler with this lowering. `before` is called whenever something really is compiled."""

    class RulesCompiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            before()
            self.state.flags.noalias = True
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.passes = [
                (lowering if one is NativeLowering else one, why)
                for one, why in passes.passes
                if one.__name__ not in NEEDLESS
            ]
            passes._finalized = False
            passes.finalize()
            return [passes]

    return RulesCompiler


def whole_numbers(types: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of a call's arguments, whole numbers and truth values widened to 64 bits: one signature a rule."""
    plain = [types.unliteral(one) for one in given]
    return tuple(types.int64 if isinstance(one, types.Integer | types.Boolean) else one for one in plain)


def one_signature(types: Any, dispatcher: Any) -> Any:
    """Make a compiled function take its numbers in one size, whatever its callers have."""
    template = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(whole_numbers(types, args), kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher


PART = compiler(PartLowering, lambda: None)


def least(a, b):  # type: ignore[no-untyped-def]
    """The lesser of two numbers."""
    if b < a:
        return b
    return a


def most(a, b):  # type: ignore[no-untyped-def]
    """The greater of two numbers."""
    if b > a:
        return b
    return a


def part(function: Callable[..., Any]) -> Any:
    """A rule, compiled when something calls it. Its `min` and `max` are rules, too."""
    namespace: dict[str, Any] = function.__globals__
    if function is not least and function is not most:
        namespace["min"], namespace["max"] = LEAST, MOST
    jit = njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=PART)
    return one_signature(types, jit(function))


LEAST, MOST = part(least), part(most)


def whole(
    function: Callable[..., Any],
    rules: dict[str, Any],
    folder: Path | None,
    before: Callable[[], None],
    vectors: bool = False,
) -> Any:
    """An outermost function over compiled rules, kept on disk in `folder`. `before` is called before it is compiled.

    `vectors`: it has long loops over numbers.
    """
    clone = python.FunctionType(function.__code__, rules, function.__name__)
    clone.__module__ = function.__module__
    lowering = VectorLowering if vectors else WholeLowering
    jit = njit(**OPTIONS, no_cfunc_wrapper=True, pipeline_class=compiler(lowering, before))
    dispatcher = jit(clone)
    if folder is not None:
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = usual
    return dispatcher


def types_of(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Numba's types of these arguments."""
    return tuple(numba.typeof(one) for one in arguments)
