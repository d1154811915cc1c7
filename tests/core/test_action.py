from sheepfold import Action
from sheepfold.core.action import canonical_order


def test_equal_text_is_the_same_action() -> None:
    assert Action("lay 087") == Action("lay 087")
    assert len({Action("lay 087"), Action("lay 087"), Action("lay 87")}) == 2
    assert Action("lay 087") != "lay 087"


def test_numbers_are_ordered_by_value_and_equal_values_by_text() -> None:
    texts = ["use back10", "go 9", "lay 87", "use back5", "go 10", "lay 087"]
    ordered = sorted((Action(text) for text in texts), key=canonical_order)
    assert [action.text for action in ordered] == ["go 9", "go 10", "lay 087", "lay 87", "use back5", "use back10"]
