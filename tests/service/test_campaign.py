"""A campaign as players live it: start, orders, receipts, deadlines, reports, the end."""

import hashlib
from pathlib import Path

from pbem.service.play.close import close_turn
from pbem.service.play.upkeep import close_due
from tests.mails import record_of
from tests.service.world import ANNA, BORIS, open_world, text_of

ALL_IN = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"


def test_a_full_game_starts_at_once_and_everyone_gets_the_first_report(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        game = world.copied_game()
        assert (game.status, game.turn) == ("running", 1)
        for address in (ANNA, BORIS):
            report = world.last(address, kind="report")
            assert "orders+spring.1.1." in report["Reply-To"] or address == BORIS
            assert "--- orders: write below this line ---" in text_of(report)
            names = [part.get_filename() for part in report.walk()]
            assert "report.json" in names
            assert any(name and name.endswith(".ics") for name in names)


def test_orders_are_held_and_answered_at_once(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, ALL_IN)
        world.poll()
        receipt = world.last(ANNA, kind="receipt")
        assert "| Economy 60% coop 70 with 0-200 comp 30" in text_of(receipt)
        assert receipt["Auto-Submitted"] == "auto-replied"
        assert world.game().turn == 1


def test_when_all_are_in_the_turn_closes_and_the_next_report_asks_for_the_next(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, ALL_IN)
        world.reply(BORIS, OTHER)
        world.poll()
        assert world.game().turn == 2
        assert len(world.mails(ANNA, kind="report")) == 2
        assert "orders+spring.2.1." in world.last(ANNA, kind="report")["Reply-To"]


def test_a_new_mail_replaces_the_set_and_the_receipt_shows_the_difference(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, ALL_IN)
        world.poll()
        world.reply(ANNA, OTHER)
        world.poll()
        text = text_of(world.last(ANNA, kind="receipt"))
        assert "- Economy 60% coop 70 with 0-200 comp 30" in text
        assert "+ Environment 40% comp 100 attack 0-50" in text


def test_a_mail_without_a_good_line_changes_nothing(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, ALL_IN)
        world.poll()
        world.reply(ANNA, "Econmy 60% coop 70")
        world.poll()
        text = text_of(world.last(ANNA, kind="receipt"))
        assert "Economy" in text
        assert "| Economy 60% coop 70 with 0-200 comp 30" in text


def test_a_preview_saves_nothing(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, f"PREVIEW\n{ALL_IN}")
        world.reply(BORIS, OTHER)
        world.poll()
        assert world.game().turn == 1
        assert len(world.mails(ANNA, kind="receipt")) == 1


def test_a_missed_deadline_closes_only_after_a_poll_that_began_later(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.wait(hours=23.75)
        world.clock.move(minutes=15)
        assert close_due(world.context) == []
        world.poll()
        assert world.game().turn == 2


def test_a_mail_for_a_closed_turn_is_told_so_and_never_slips_into_the_next(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        stale = world.last(ANNA, kind="report")
        close_turn(world.context, "spring", 1)
        world.reply(ANNA, ALL_IN, to=stale)
        world.poll()
        text = text_of(world.last(ANNA, kind="receipt"))
        assert ALL_IN in text
        assert world.game().turn == 2
        world.wait(hours=24)
        assert world.game().turn == 3


def test_standing_orders_are_held_every_turn_but_do_not_hurry_the_game(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, f"@ {ALL_IN}")
        world.reply(BORIS, f"@ {OTHER}")
        world.poll()
        assert world.game().turn == 2
        world.poll()
        assert world.game().turn == 2
        assert "Economy 60% coop 70" in text_of(world.last(ANNA, kind="report"))


def test_orders_kept_for_a_later_turn_are_held_when_it_opens(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, f"TURN 2: {ALL_IN}")
        world.poll()
        assert world.game().turn == 1
        close_turn(world.context, "spring", 1)
        world.reply(ANNA, "STATUS")
        world.poll()
        assert "Economy 60% coop 70" in text_of(world.last(ANNA))


def test_withdrawn_orders_are_not_played(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, ALL_IN)
        world.reply(ANNA, "WITHDRAW")
        world.reply(BORIS, OTHER)
        world.poll()
        assert world.game().turn == 1


def test_the_last_report_reveals_the_secret_that_the_first_committed_to(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="asylamba-mini", options={"max_turns": 2})
        committed = hashlib.sha256(world.game().secret).hexdigest()
        assert committed in text_of(world.last(ANNA, kind="report"))
        close_turn(world.context, "spring")
        assert world.game().secret.hex() not in world.rows(recipient=ANNA)[-1].data.decode()
        close_turn(world.context, "spring")
        assert world.game().status == "finished"
        assert world.game().secret.hex() in text_of(world.last(ANNA, kind="report"))


def test_report_json_carries_the_view_and_what_is_asked(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        record = record_of(world.last(ANNA, kind="report"))
        assert record["turn"] == 1
        assert record["ask"]["seat"] == 1


def test_lines_too_long_and_lines_too_many_are_refused_and_say_so(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, f"{ALL_IN} {'please ' * 50}")
        world.reply(BORIS, "\n".join([OTHER, *["PASS"] * 400]))
        world.poll()
        told = text_of(world.last(ANNA, kind="receipt"))
        assert "an order line has 300 signs at the most" in told
        told = text_of(world.last(BORIS, kind="receipt"))
        assert told.count("a mail has 400 order lines at the most") == 1
