"""Reviews in the database: who waits, who works on which, and what has come of it. All nodes share them."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import and_, case, delete, func, or_, select, update

from .columns import reviews
from .store import Store

CLAIM_MS = 20_000  # a node that is silent for so long has lost its review to others
WANTED_MS = 20_000  # a review is no longer awaited when it was not asked about for this long
LEAVING_MS = 3_000  # time for others to say that they wait for a review that one person gives up
RETRY_MS = 3_600_000  # after so long a review that failed may be tried again
FAILED = "failed"  # the stage of a review that could not be made


class ReviewRow(Struct):
    """A review as it is stored; `stage` is "" before the first one."""

    table_id: str
    made_by: str
    stage: str
    is_done: bool
    asked: int
    wanted: int
    claimed: int | None
    data: bytes

    def is_current(self, made_by: str, now: int) -> bool:
        """Whether there is nothing to make: it is done by this version, or failed a short time ago."""
        return self.is_done and self.made_by == made_by and not (self.stage == FAILED and self.wanted <= now - RETRY_MS)

    def is_awaited(self, made_by: str, now: int) -> bool:
        """Whether somebody waits for it."""
        return not self.is_done and self.made_by == made_by and self.wanted > now - WANTED_MS


ROW = [reviews.c[field] for field in ReviewRow.__struct_fields__]


class ReviewRows:
    """The reviews of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def find(self, table: str) -> ReviewRow | None:
        """The review of a table."""
        found = await self.store.ask(select(*ROW).where(reviews.c.table_id == table))
        return ReviewRow(*found[0]) if found else None

    async def want(self, table: str, made_by: str, now: int) -> None:
        """Ask for a review, or say that one still waits for it. One that was not awaited goes to the end of the queue.

        One made by another version is made again, and so is one that failed some time ago.
        """
        wants = {"wanted": now, "asked": case((reviews.c.wanted <= now - WANTED_MS, now), else_=reviews.c.asked)}
        failed = and_(reviews.c.stage == FAILED, reviews.c.wanted <= now - RETRY_MS)
        stale = delete(reviews).where(reviews.c.table_id == table, or_(reviews.c.made_by != made_by, failed))
        fresh = {"made_by": made_by, "stage": "", "is_done": False, "asked": now, "wanted": now, "data": b""}
        new = self.store.database.insert(reviews).values(table_id=table, claimed=None, **fresh)
        async with self.store.transaction() as connection:
            await connection.execute(stale)
            await connection.execute(new.on_conflict_do_update(index_elements=["table_id"], set_=wants))

    async def give_up(self, table: str, now: int) -> None:
        """Stop waiting: a review is cancelled unless another reader asks soon. What has come of it stays."""
        until = now - WANTED_MS + LEAVING_MS
        sooner = update(reviews).where(reviews.c.table_id == table, reviews.c.wanted > until)
        async with self.store.transaction() as connection:
            await connection.execute(sooner.values(wanted=until))

    async def ahead(self, row: ReviewRow, now: int) -> int:
        """How many reviews that somebody waits for are made before this one."""
        return await self.count(now, reviews.c.asked < row.asked)

    async def waiting(self, now: int) -> int:
        """How many reviews somebody waits for."""
        return await self.count(now)

    async def count(self, now: int, *conditions: object) -> int:
        """How many reviews that somebody waits for meet the conditions."""
        wanted = (reviews.c.is_done.is_(False), reviews.c.wanted > now - WANTED_MS)
        found = await self.store.ask(select(func.count()).select_from(reviews).where(*wanted, *conditions))  # type: ignore[arg-type]
        return int(found[0][0])

    async def claim(self, now: int, made_by: str) -> str | None:
        """The table of the review that waits longest; it is this node's for a while."""
        free = or_(reviews.c.claimed.is_(None), reviews.c.claimed <= now)
        waits = (reviews.c.is_done.is_(False), reviews.c.wanted > now - WANTED_MS, reviews.c.made_by == made_by)
        first = select(reviews.c.table_id).where(*waits, free).order_by(reviews.c.asked).limit(1)
        chosen = first.with_for_update(skip_locked=True).cte("chosen")
        claim = update(reviews).where(reviews.c.table_id.in_(select(chosen.c.table_id)))
        async with self.store.transaction() as connection:
            done = claim.values(claimed=now + CLAIM_MS).returning(reviews.c.table_id)
            found = (await connection.execute(done)).all()
        return str(found[0][0]) if found else None

    async def is_wanted(self, table: str, now: int) -> bool:
        """Whether somebody still waits; the claim is renewed then."""
        still = update(reviews).where(reviews.c.table_id == table, reviews.c.wanted > now - WANTED_MS)
        async with self.store.transaction() as connection:
            found = await connection.execute(still.values(claimed=now + CLAIM_MS).returning(reviews.c.table_id))
            return bool(found.all())

    async def put(self, table: str, stage: str, data: bytes) -> None:
        """Store a stage."""
        async with self.store.transaction() as connection:
            await connection.execute(update(reviews).where(reviews.c.table_id == table).values(stage=stage, data=data))

    async def end(self, table: str, is_done: bool, stage: str | None = None) -> None:
        """Let go of a review: it is done, or somebody may go on with it."""
        values = {"is_done": is_done, "claimed": None} | ({"stage": stage} if stage is not None else {})
        async with self.store.transaction() as connection:
            await connection.execute(update(reviews).where(reviews.c.table_id == table).values(**values))
