"""The rules as players read them, in our own words: clauses, pictures, a glossary and a summary of each game."""

from sheepfold.rulebook.documents import (
    Clause,
    Illustration,
    Term,
    clauses,
    glossary,
    introduction,
    languages,
    parse_clauses,
    parse_glossary,
)
from sheepfold.rulebook.pictures import Picture, PictureMoment, PictureSeen, pictures, seen_picture
from sheepfold.rulebook.summaries import Summary, parse_summary, summary

__all__ = [
    "Clause",
    "Illustration",
    "Picture",
    "PictureMoment",
    "PictureSeen",
    "Summary",
    "Term",
    "clauses",
    "glossary",
    "introduction",
    "languages",
    "parse_clauses",
    "parse_glossary",
    "parse_summary",
    "pictures",
    "seen_picture",
    "summary",
]
