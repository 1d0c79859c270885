"""Every situation that the bot has to be right about has its test, and ``README.md`` says which."""

from tests.fakes.markers import Key, marked_tests
from tests.fakes.readme import TESTS_README, with_parts
from tests.situations import PARTS, REPORTS, REQUIRED_ROWS, ROWS, STRUCK

STILL_TO_COME: tuple[Key, ...] = ()
"""What has no test yet; whoever brings one takes it out."""

SAMPLE = """
@pytest.mark.row(1, 2)
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.row(3)), 2])
async def test_one(x): ...

class TestThem:
    @pytest.mark.report("G2", "H1")
    def test_two(self): ...

@pytest.mark.row(4)
def helper(): ...
"""


def test_every_row_is_told_once_and_belongs_to_one_part():
    numbers = [number for part in PARTS.values() for number in part]
    assert sorted(ROWS) == numbers == list(range(1, 106))


def test_every_situation_that_can_arise_has_a_test():
    untested = REQUIRED_ROWS - set(marked_tests().rows) - set(STILL_TO_COME)
    assert {number: ROWS[number] for number in untested} == {}


def test_everything_that_went_wrong_elsewhere_has_a_test():
    untested = set(REPORTS) - set(marked_tests().reports) - set(STILL_TO_COME)
    assert {report: REPORTS[report] for report in untested} == {}


def test_what_is_still_to_come_is_not_there_yet():
    there = set(STILL_TO_COME) & {*marked_tests().rows, *marked_tests().reports}
    assert there == set(), "take it out of STILL_TO_COME"


def test_no_test_holds_what_is_not_told_here():
    assert set(marked_tests().rows) <= set(ROWS) - STRUCK
    assert set(marked_tests().reports) <= set(REPORTS)
    assert marked_tests().stray == []


def test_the_table_of_tests_is_up_to_date():
    text = TESTS_README.read_text(encoding="utf-8")
    assert with_parts(text) == text, "write it anew: python -m tests.golden.regenerate"


def test_marks_are_found_on_tests_and_on_their_parameters_and_nowhere_else(tmp_path):
    (tmp_path / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    found = marked_tests(tmp_path)
    one, two = "test_sample.py::test_one", "test_sample.py::test_two"
    assert found.rows == {1: [one], 2: [one], 3: [one]}
    assert found.reports == {"G2": [two], "H1": [two]}
    assert found.stray == ["test_sample.py:10"]
