"""Draws control flow, and functions that are called."""

from split_testing.whole_programs import control_ops as ops
from split_testing.whole_programs.elements import INTEGERS, MOVED, WIDE, signed, width, wrap
from split_testing.whole_programs.program import BOOL, INDEX, Block, Function, scalar
from split_testing.whole_programs.scalar_ops import Binary, Compare
from split_testing.whole_programs.tensor_ops import ExtractSlice


class ControlDrawer:
    def scoped(self, block, values, draw, is_open=False, is_dead=False):
        """Calls `draw` while ops are added to a block."""
        outer = self.scope
        self.scope = self.inside(block, values, is_open, is_dead=is_dead)
        try:
            return draw()
        finally:
            self.scope = outer

    def is_carried(self, value):
        return value.type.is_tensor or value.type.element not in MOVED

    def pick_some(self, low, high):
        """Values to pass on, tensors more often; one may be there twice."""
        values = [self.pick(lambda v: self.is_carried(v) and (v.type.is_tensor or
                                                              self.one_in(3)))
                  for _ in range(self.rng.randint(low, high))]
        return [v for v in values if v is not None]

    def pick_for(self, type_, shape=None):
        """A value that can be one of a type, as that type."""
        if not type_.is_tensor:
            return self.pick(lambda v: v.type == type_)

        def fits(value):
            return (value.type.is_tensor and value.type.element == type_.element
                    and type_.allows(self.get(value).shape)
                    and (shape is None or self.get(value).shape == shape))

        return self.cast(self.pick(fits), type_)

    def generalize(self, value):
        """The type of a value, or one that tells less."""
        if not value.type.is_tensor or self.one_in(2):
            return value.type
        return value.type.of(self.forget(self.get(value).shape))

    # ---- Choices of blocks. ----

    def draw_cases(self, count, is_open, taken):
        """Blocks that end in values of the same types, or None. One of them is run."""
        blocks, ends = [], []
        for number in range(count):
            block = Block()

            def fill():
                self.fill(self.choose([0, 0, 1, 1, 2, 3]))
                if not ends:
                    ends.extend(self.generalize(v) for v in self.pick_some(1, 3))
                    ends.extend(ends[:1] * self.one_in(5))
                block.ends = [self.pick_for(t) for t in ends]

            self.scoped(block, [], fill, is_open, number != taken)
            if not ends or any(e is None for e in block.ends):
                return None
            blocks.append(block)
        return blocks

    def emit_cases(self, form, operand, count, is_open=False, cases=None, **attributes):
        """Adds an op with a block for each case, or one for true and one for false."""
        if operand is None:
            return
        number = signed(operand.type.element, self.get(operand))
        taken = (cases.index(number) if number in cases else len(cases)) if cases else 1 - (
            number & 1)
        blocks = self.draw_cases(count, is_open, taken)
        if blocks:
            self.emit(form([operand], [e.type for e in blocks[0].ends], blocks, cases=cases,
                           **attributes))

    def draw_if(self):
        self.emit_cases(ops.If, self.condition(), 2)

    def draw_execute_region(self):
        blocks = self.draw_cases(1, True, 0)
        if blocks:
            self.emit(ops.ExecuteRegion([], [e.type for e in blocks[0].ends], blocks))

    def draw_numbers(self, element, value):
        """Cases of a switch, of which one may be the value."""
        numbers = {signed(element, wrap(element, n)) for n in self.rng.sample(
            range(-1, 6), self.choose([1, 1, 2, 3]))}
        if self.one_in(2):
            numbers.add(signed(element, value))
        return sorted(numbers)

    def draw_switch(self):
        number = self.index(self.rng.randint(-1, 4))
        cases = self.draw_numbers("index", self.get(number))
        self.emit_cases(ops.Switch, number, len(cases) + 1, cases=cases)

    def draw_branches(self):
        if not self.scope.is_open:
            return
        self.emit_cases(ops.Branches, self.condition(), 2, True, is_written=self.one_in(2))

    def draw_branch_switch(self):
        if not self.scope.is_open:
            return
        element = self.choose(["i32", "i64", "i8", "i32"])
        number = self.scalar(element)
        if number is not None:
            cases = self.draw_numbers(element, self.get(number))
            self.emit_cases(ops.Branches, number, len(cases) + 1, True, cases=cases,
                            is_written=self.one_in(2))

    def draw_assert(self):
        op = self.choose(["cf.assert", "split.assert"])
        numbers = [self.scalar("index")
                   for _ in range(self.rng.randint(0, 2))] if op == "split.assert" else []
        self.emit(ops.Assert([self.condition(), *numbers], [], op=op))

    # ---- Loops. ----

    def carried(self, low=1):
        """Values that a loop begins with, as the types that it carries."""
        values = self.pick_some(low, 3)
        return [self.cast(v, self.generalize(v)) for v in values]

    def draw_for(self):
        element = self.choose(["index", "index", "index", "i32", "i64", "i8"])
        low = self.choose([0, 0, 0, 1, -1])
        step = self.choose([1, 1, 1, 2, 3])
        high = low + self.choose([0, 1, 2, 2, 3, 4])
        if self.one_in(8):
            # The step after the last iteration overflows the counter, or almost does.
            largest = 2 ** (width(element) - 1) - 1
            step = self.choose([2, 3, 5])
            low, high = largest - self.choose([1, 4, 8]), largest - self.choose([0, 0, 1])
        bounds = []
        for n in (low, high, step):
            number = self.index(n) if element == "index" else self.new(
                scalar(element), wrap(element, n))
            if number is None:
                return
            bounds.append(number)
        carried = self.carried()
        block = Block([scalar(element)] + [v.type for v in carried])

        def fill():
            self.fill(self.choose([0, 1, 1, 2, 2, 3]))
            block.ends = [self.pick_for(v.type) for v in carried]

        self.scoped(block, [wrap(element, low)] + [self.get(v) for v in carried], fill)
        if all(e is not None for e in block.ends):
            self.emit(ops.For(bounds + carried, [v.type for v in carried], [block]))

    def draw_limit(self, counter, element):
        """A condition on a counter that soon is false."""
        trips = self.choose([0, 1, 2, 2, 3])
        limit = self.index(trips) if element == "index" else self.new(scalar(element), trips)
        predicate = self.choose(["slt", "ult", "ne"])
        return limit and self.emit(Compare([counter, limit], [BOOL], op="arith.cmpi",
                                           predicate=predicate))

    def count_up(self, counter):
        one = self.constant(counter.type, 1)
        return self.emit(Binary([counter, one], [counter.type], op="arith.addi"))

    def draw_while(self):
        element = self.choose(["index", "index", "i32", "i8"])
        start = self.new(scalar(element), 0)
        if start is None:
            return
        carried = [start] + self.carried(0)
        types = [v.type for v in carried]
        before = Block(types)

        def fill_before():
            if self.one_in(2):
                self.fill(self.choose([1, 1, 2]))
            condition = self.draw_limit(before.args[0], element)
            passed = [v for v in self.pick_some(0, 3) + before.args[1:]
                      if not self.one_in(3)] + [before.args[0]]
            if self.one_in(3):
                passed.append(self.choose(passed))
            self.rng.shuffle(passed)
            before.ends = [condition, *passed]

        self.scoped(before, [self.get(v) for v in carried], fill_before)
        if before.ends[0] is None:
            return
        passed = before.ends[1:]
        after = Block([v.type for v in passed])

        def fill_after():
            counter = after.args[passed.index(before.args[0])]
            self.fill(self.choose([0, 1, 1, 2]))
            after.ends = [self.count_up(counter)] + [self.pick_for(t) for t in types[1:]]

        self.scoped(after, [self.get(v) for v in passed], fill_after)
        if all(e is not None for e in after.ends):
            self.emit(ops.While(carried, [v.type for v in passed], [before, after]))

    def draw_branch_loop(self):
        if not self.scope.is_open:
            return
        element = self.choose(["index", "i32"])
        start = self.new(scalar(element), 0)
        if start is None:
            return
        carried = self.carried(0)
        has_break = self.one_in(3)
        counter_place = len(carried)
        carried.append(start)
        types = [v.type for v in carried]
        head, body = Block(types), Block()
        count = len(carried) if not has_break else self.rng.randint(0, len(carried))

        def fill():
            if self.one_in(3):
                self.fill(1)
            counter = head.args[counter_place]
            condition = self.draw_limit(counter, element)
            if has_break:
                results = [self.pick_for(t) for t in types[:count]]
            else:
                results = self.pick_some(0, 3)
            head.ends = [condition, *results]
            self.scoped(body, [], fill_body, True)

        def fill_body():
            self.fill(self.choose([0, 1, 1, 2]))
            ends = [self.pick_for(t) for t in types[:-1]]
            ends.append(self.count_up(head.args[counter_place]))
            if has_break:
                ends.insert(0, self.draw_limit(ends[-1], element))
            body.ends = ends

        self.scoped(head, [self.get(v) for v in carried], fill, True)
        if all(e is not None for e in head.ends + body.ends):
            self.emit(ops.BranchLoop(carried, [v.type for v in head.ends[1:]], [head, body],
                                     has_break=has_break))

    def draw_forall(self):
        data = self.ranked_tensor(lambda v: self.get(v).ndim and self.get(v).size)
        if data is None:
            return
        shape = self.get(data).shape
        count = self.rng.randint(1, min(2, len(shape)))
        counts = list(shape[:count])
        if max(counts) > 12:
            return
        threads = []
        counts = self.mix(counts, threads)
        shared = [data] + [v for v in [self.ranked(self.like(data.type.element, shape))]
                           if v is not None and self.one_in(2)]
        block = Block([INDEX] * count + [v.type for v in shared])
        inserts = []

        def fill():
            outputs, rest = block.args[count:], shape[count:]
            place = {"offsets": [None] * count + [0] * len(rest),
                     "sizes": [1] * count + list(rest), "strides": [1] * len(shape),
                     "dropped": list(range(count))}
            # A thread may read of the outputs what it replaces, or anything.
            if not self.one_in(4):
                self.hide(outputs)
            for output in outputs:
                if self.one_in(2):
                    self.emit(ExtractSlice([output, *block.args[:count]],
                                           [output.type.of(rest)], **place))
            self.fill(self.choose([0, 1, 2]))
            for output in outputs:
                piece = self.ranked(self.like(output.type.element, rest, 20))
                if piece is None:
                    return
                piece = self.cast(piece, piece.type.of(rest))
                inserts.append(ops.ParallelInsert(
                    [piece, output, *block.args[:count]], [], **place))
            self.rng.shuffle(inserts)

        self.scoped(block, [0] * count + [self.get(v) for v in shared], fill)
        if len(inserts) == len(shared):
            self.emit(ops.Forall(threads + shared, [v.type for v in shared], [block], counts=counts,
                                 inserts=inserts))

    def draw_parallel(self):
        element = self.choose([e for e in INTEGERS if e not in WIDE])
        bounds = [self.index(n) for n in (0, self.rng.randint(0, 5))]
        # The verifier rejects constant steps below 1.
        step = self.choose([1, 2])
        bounds.append(self.constant(INDEX, step) if self.scope.is_dead else self.index(step))
        first = [self.scalar(element) for _ in range(self.choose([1, 1, 2]))]
        block = Block([INDEX])

        def fill():
            self.draw_body(self.rng.randint(0, 3))
            block.ends = [self.scalar(element) for _ in first]

        self.scoped(block, [0], fill)
        combiners = []
        for _ in first:
            combiner = Block([scalar(element)] * 2)
            op = Binary(combiner.args, [scalar(element)],
                        op="arith." + self.choose(["addi", "muli", "xori", "minsi", "maxui"]))
            combiner.ops, combiner.ends = [op], [op.results[0]]
            combiners.append(combiner)
        if None not in block.ends + first:
            self.emit(ops.Parallel(bounds + first, [v.type for v in first], [block, *combiners]))

    # ---- Functions. ----

    def open_function(self, function, values):
        """A scope for a function that is called with values."""
        self.machine.set(function.block.args, values)
        scope = self.inside(function.block, values, True, outer=False)
        scope.is_main = False
        scope.depth -= 1
        return scope

    def new_name(self):
        self.num_functions += 1
        return f"f{self.num_functions}"

    def draw_function(self, values):
        """A new function, or None."""
        function = Function(self.new_name(),
                            [self.generalize(v) for v in values])
        outer = self.scope
        self.scope = self.open_function(function, [self.get(v) for v in values])
        self.fill(self.choose([0, 1, 2, 3]))
        self.close(function)
        self.scope = outer
        self.program.functions.append(function)
        return function

    def draw_call(self):
        function = None
        if self.program.functions and self.one_in(2):
            function = self.choose(self.program.functions)
            operands = [self.pick_for(t.type) for t in function.block.args]
        if function is None or any(o is None for o in operands):
            values = self.pick_some(1, 3)
            # A slice may be strided, unlike what the type of an argument says.
            piece = self.draw_extract_slice() if self.one_in(3) else None
            if piece is not None:
                values.append(piece)
            if not values:
                return
            function = self.draw_function(values)
            operands = [self.cast(v, a.type) for v, a in zip(values, function.block.args)]
        self.emit(ops.Call(operands, function.types, function=function))

    def draw_recursion(self):
        """A function that calls itself as often as its first argument says."""
        values = self.pick_some(1, 2)
        if not values:
            return
        function = Function(self.new_name(),
                            [INDEX] + [self.generalize(v) for v in values])
        count, *args = function.block.args
        types = [a.type for a in args]
        number = self.rng.randint(0, 3)
        outer = self.scope
        self.scope = self.open_function(function, [number] + [self.get(v) for v in values])
        zero = self.constant(INDEX, 0)
        condition = self.emit(Compare([count, zero], [BOOL], op="arith.cmpi", predicate="sgt"))
        blocks = Block(), Block()

        def fill_again():
            self.fill(self.choose([0, 1, 2]))
            rest = self.emit(Binary([count, self.constant(INDEX, 1)], [INDEX], op="arith.subi"))
            passed = [self.pick_for(t) for t in types]
            call = ops.Call([rest, *passed], types, function=function)
            # What the call returns is not known before the function is complete.
            self.scope.block.ops.append(call)
            self.machine.set(call.results, [self.get(p) for p in passed])
            self.scope.values += call.results
            blocks[0].ends = [self.pick_for(t) for t in types]

        def fill_last():
            self.fill(self.choose([0, 0, 1]))
            blocks[1].ends = [self.pick_for(t) for t in types]

        # The block may use branches only if it is not one of scf.if.
        form = self.choose([ops.If, ops.Branches])
        is_open = form is ops.Branches
        self.scoped(blocks[0], [], fill_again, is_open)
        self.scoped(blocks[1], [], fill_last, is_open)
        choice = form([condition], types, blocks, cases=None, is_written=True)
        function.block.ops.append(choice)
        function.block.ends = choice.results
        self.scope = outer
        self.program.functions.append(function)
        if any(e is None for b in blocks for e in b.ends):
            self.program.functions.remove(function)
            return
        operands = [self.index(number)] + [self.cast(v, a.type) for v, a in zip(values, args)]
        self.emit(ops.Call(operands, types, function=function))

    def draw_early_return(self, ends):
        """Another way out of the function, with other values of the same types."""
        condition = self.condition()
        block = Block()

        def fill():
            self.fill(self.choose([0, 1]))
            block.ends = [self.pick_for(e.type) for e in ends]

        self.scoped(block, [], fill, True)
        if condition is not None and all(
                e is not None and self.is_result(e) for e in block.ends):
            self.scope.block.ops.append(ops.EarlyReturn([condition], [], [block]))
