"""Limits: a share for everybody, counted by person and by address."""

import pytest

from magnate.protocol.errors import Refusal
from magnate.server.operations.rate_limits import Bucket, Buckets, Limits, TooFast, share_of
from magnate.server.operations.settings import Settings


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def limits(**settings: float) -> tuple[Limits, Clock]:
    clock = Clock()
    return Limits(Settings(**settings), clock), clock  # type: ignore[arg-type]


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    assert not bucket.take(0.4)
    assert bucket.take(0.5)
    assert not bucket.take(0.5)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(1000) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(rate=1, burst=1, now=100)
    assert bucket.take(100)
    assert not bucket.take(50)
    assert not bucket.take(100.5)
    assert bucket.take(101)


def test_everybody_has_a_bucket_of_their_own() -> None:
    buckets = Buckets("", rate=1, burst=1)
    assert buckets.take("ana", 0) is None
    assert buckets.take("ana", 0) is not None
    assert buckets.take("bo", 0) is None


def test_a_flood_of_strangers_does_not_fill_memory_and_frees_nobody_who_is_still_counted() -> None:
    buckets = Buckets("", rate=1, burst=2, most=100)
    for stranger in range(10_000):
        buckets.take(f"s{stranger}", stranger / 1000)
        assert len(buckets.buckets) <= 100
    buckets.take("ana", 20.0)
    buckets.take("ana", 20.0)
    buckets.sweep(20.0)
    assert buckets.take("ana", 20.0) is not None, "an empty bucket is kept"


def test_too_many_frames_of_a_person_are_refused_with_the_time_to_wait() -> None:
    here, clock = limits(frames_per_second=1, burst=2)
    here.allow_frame("ana", "guest", "1.2.3.4")
    here.allow_frame("ana", "guest", "5.6.7.8")
    with pytest.raises(TooFast) as caught:
        here.allow_frame("ana", "guest", "1.2.3.4")
    assert (caught.value.error, caught.value.wait, caught.value.seconds) == ("too_fast", 1000, 1)
    assert sum(here.refused.values()) == 1
    clock.now += 1
    here.allow_frame("ana", "guest", "1.2.3.4")


def test_a_bot_has_a_smaller_share() -> None:
    here, _ = limits(burst=5, bot_burst=2)
    for _ in range(2):
        here.allow_frame("bot", "bot", "1.2.3.4")
    with pytest.raises(TooFast):
        here.allow_frame("bot", "bot", "1.2.3.4")
    for _ in range(5):
        here.allow_frame("ana", "guest", "1.2.3.4")


def test_many_people_behind_one_address_share_its_frames() -> None:
    here, _ = limits(address_frames_per_second=2)
    for person in range(8):
        here.allow_frame(f"p{person}", "guest", "1.2.3.4")
    with pytest.raises(TooFast, match="your address"):
        here.allow_frame("p9", "guest", "1.2.3.4")
    here.allow_frame("p10", "guest", "1.2.3.5")


def test_a_class_behind_one_address_gets_the_files_of_its_pages_at_once() -> None:
    here, _ = limits()
    for _ in range(30 * 29):  # people, files of a table's page
        here.allow_file("1.2.3.4")
    here.allow_request("1.2.3.4")


def test_tables_are_counted_by_person_and_by_address() -> None:
    here, clock = limits(tables_per_hour=8, tables_per_hour_per_address=16)
    here.allow_table("ana", "1.2.3.4")
    here.allow_table("ana", "1.2.3.4")
    with pytest.raises(TooFast):
        here.allow_table("ana", "1.2.3.4")
    for person in ("bo", "cy"):
        here.allow_table(person, "1.2.3.4")
    with pytest.raises(TooFast, match="address"):
        here.allow_table("di", "1.2.3.4")
    clock.now += 3600
    here.allow_table("ana", "1.2.3.4")


def test_chat_is_counted_by_person_and_by_address() -> None:
    here, clock = limits(chat_per_minute=20, address_chat_per_minute=40)
    for _ in range(5):
        here.allow_chat("ana", "1.2.3.4", has_seat=True)
    with pytest.raises(TooFast):
        here.allow_chat("ana", "1.2.3.4", has_seat=True)
    for player in range(5):
        here.allow_chat(f"player {player}", "1.2.3.4", has_seat=True)
    with pytest.raises(TooFast, match="address"):
        here.allow_chat("one more", "1.2.3.4", has_seat=True)
    here.allow_chat("bo", "5.6.7.8", has_seat=True)
    clock.now += 60
    here.allow_chat("ana", "1.2.3.4", has_seat=True)


def test_all_who_hold_no_seat_share_what_their_address_may_say() -> None:
    here, clock = limits(watcher_chat_per_minute=20)
    for stranger in range(5):
        here.allow_chat(f"stranger {stranger}", "1.2.3.4", has_seat=False)
    with pytest.raises(TooFast, match="watchers from your address"):
        here.allow_chat("one more", "1.2.3.4", has_seat=False)
    here.allow_chat("ana", "1.2.3.4", has_seat=True)
    here.allow_chat("bo", "5.6.7.8", has_seat=False)
    clock.now += 3
    here.allow_chat("one more", "1.2.3.4", has_seat=False)


def test_whoever_comes_to_a_seat_again_and_again_is_counted_for_that_seat() -> None:
    here, clock = limits(arrivals_per_minute=6)
    for _ in range(6):
        here.allow_arrival("k7m2p4qx", 0)
    with pytest.raises(TooFast, match="your seat; wait 10 s"):
        here.allow_arrival("k7m2p4qx", 0)
    here.allow_arrival("k7m2p4qx", 1)
    here.allow_arrival("another1", 0)
    clock.now += 10
    here.allow_arrival("k7m2p4qx", 0)


def test_connections_are_counted_and_given_back() -> None:
    here, _ = limits(most_connections=3, most_connections_per_address=2)
    here.connect("a")
    here.connect("a")
    with pytest.raises(Refusal) as caught:
        here.connect("a")
    assert caught.value.error == "too_many"
    here.connect("b")
    with pytest.raises(Refusal, match="no room"):
        here.connect("c")
    here.disconnect("a")
    here.connect("c")
    for address in ("a", "b", "c"):
        here.disconnect(address)
    assert here.connections == 0
    assert not here.by_address


def test_a_whole_network_of_ipv6_is_one_address() -> None:
    assert share_of("2001:db8:1:2:3::4") == share_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert share_of("2001:db8:1:3::4") != share_of("2001:db8:1:2::4")
    assert share_of("::ffff:1.2.3.4") == share_of("1.2.3.4") == "1.2.3.4"
    assert share_of("x" * 1000) == "x" * 60


def test_the_port_of_a_client_makes_no_new_address_of_it() -> None:
    assert share_of("1.2.3.4:5678") == share_of("1.2.3.4") == "1.2.3.4"
    assert share_of("[2001:db8:1:2::4]:5678") == share_of("[2001:db8:1:2::4]") == share_of("2001:db8:1:2::4")
    assert share_of("[::ffff:1.2.3.4]:5678") == "1.2.3.4"
    assert share_of("one:two") == "one:two"


def test_visitors_translated_to_ipv6_are_not_one_address() -> None:
    assert share_of("64:ff9b::1.2.3.4") == share_of("1.2.3.4") != share_of("64:ff9b::1.2.3.5")
