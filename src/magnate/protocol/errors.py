"""Refusals: every error of the protocol by its name, and the exception that carries one."""

from __future__ import annotations

from magnate.view import Option

from .frames import Refused

LONGEST = 2_000  # letters of a refusal: what is refused may be quoted in it, but is not sent back whole


class Refusal(Exception):
    """Something asked for that is refused: a named error, in words, and what would be legal."""

    def __init__(
        self, error: str, message: str, legal: list[Option] | None = None, number: int | None = None, wait: int = 0
    ) -> None:
        super().__init__(message)
        self.error = error
        self.message = message if len(message) <= LONGEST else f"{message[:LONGEST]}…"
        self.legal = legal
        self.number = number
        self.wait = wait

    def frame(self, id: str | None = None) -> Refused:
        """The frame that says so."""
        return Refused(self.error, self.message, id, self.legal, self.number, self.wait)


ERRORS = {
    "malformed": "the message cannot be read; it says where and what was expected",
    "hello_first": "the first frame must be Hello",
    "protocol": "this server speaks another version of the protocol",
    "ahead": "`since` is beyond the last number of the table, which is `number`: say Hello again without `since`",
    "no_such_table": "there is no table of that name",
    "no_such_seat": "the table has no such seat",
    "not_your_seat": "you do not hold that seat: its token is missing, wrong or expired",
    "not_the_host": "only the host may do that",
    "seat_taken": "the seat is taken",
    "seat_empty": "the seat is empty",
    "no_such_level": "there is no bot of that level",
    "too_late": "the game has started",
    "not_started": "the game has not started",
    "is_over": "the game is over",
    "is_closed": "the table is closed",
    "seats_empty": "every seat must be taken before the start",
    "bad_config": "the table cannot be set up like that",
    "unplayable": "the table was played by other rules than this server has",
    "bad_record": "the record does not replay; it says which line is wrong",
    "stale": "the table has changed since: look again and decide again",
    "illegal": "the rules do not allow that now; what is legal is listed",
    "no_clock": "this table has no clock",
    "not_absent": "that person is here",
    "too_fast": "too many messages in too short a time",
    "too_long": "the message is too large",
    "too_many": "a limit is reached: there is no space for another",
    "no_push": "this server sends no notices",
    "forbidden": "you may not do that",
    "silenced": "you may not write at this table: the host has silenced you, or only those who have a seat write",
    "kept_out": "you are kept out of this table, by its host or by a vote",
    "banned": "the operator has banned you, or your address, from this server",
    "busy": "the table did not answer in time; the command may have been executed: send it again with the same id",
    "no_such_page": "there is nothing at that address",
    "wrong_method": "that address does not take this method",
    "no_such_edition": "there is no edition of that name",
    "bad_token": "the cookie or the bearer token is forged, of another server, or expired",
    "wrong_origin": "a page of another site may not use this server",
    "unavailable": "the server cannot do that now; a command may have been executed: send it again with the same id",
    "internal": "the server failed, and the failure is logged",
}
