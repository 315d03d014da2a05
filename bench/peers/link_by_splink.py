"""Finds the matching rows of a CSV by Splink: `link_by_splink.py ROWS PAIRS`.

ROWS has a column `id`, perhaps a column `source` (then pairs across the two sources are asked for), and columns named
like the standard fields. Comparisons, blocking rules and training are those that Splink's documentation recommends for
columns of such a kind (its examples on people, on the historical and the febrl data). PAIRS gets `id1,id2,score` with
the match probability in percent, from 1 % on; nothing is printed.
"""

import logging
import sys
from itertools import combinations

import pandas as pd
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
rows, pairs = sys.argv[1:3]
frame = pd.read_csv(rows, dtype=str).rename(columns={"id": "unique_id"})
for column in frame.columns.difference(["unique_id", "source"]):
    frame[column] = frame[column].str.lower().str.strip().replace("", None)
for column in frame.columns.intersection(["Phone"]):
    frame[column] = frame[column].str.replace(r"\D", "", regex=True).str[-10:].replace("", None)
sources = [part.drop(columns="source") for _, part in frame.groupby("source")] if "source" in frame else [frame]
# A column that one source never fills can neither be compared nor blocked on.
filled = {c for c in frame.columns if all(part[c].notna().any() for part in sources if c in part)}
fields = [c for c in frame.columns if c in filled and c not in ("unique_id", "source")]


def first_of(*names):
    return next((name for name in names if name in fields), None)


first, last, name = first_of("FirstName"), first_of("LastName"), first_of("Name")
phone, email, dob = first_of("Phone"), first_of("Email"), first_of("Birthdate")
street = first_of("MailingStreet", "BillingStreet")
city = first_of("MailingCity", "BillingCity")
code = first_of("MailingPostalCode", "BillingPostalCode")
if dob:
    digits = frame[dob].str.replace(r"\D", "", regex=True)
    iso = digits.str[:4] + "-" + digits.str[4:6] + "-" + digits.str[6:8]
    for part in sources:
        part[dob] = iso.where(digits.str.len() == 8).reindex(part.index)

if name:
    # Words of their own to block on.
    for part in sources:
        part["begin"] = part[name].str.split().str[0]
        part["end"] = part[name].str.split().str[-1]


def comparison(field):
    if field in (first, last, name):
        return cl.NameComparison(field).configure(term_frequency_adjustments=True)
    if field == dob:
        return cl.DateOfBirthComparison(field, input_is_string=True)
    if field == email:
        return cl.EmailComparison(field)
    if field == phone:
        return cl.DamerauLevenshteinAtThresholds(field, [1, 2])
    if field == street:
        return cl.JaroWinklerAtThresholds(field, [0.9, 0.7]).configure(term_frequency_adjustments=True)
    if field == code:
        return cl.LevenshteinAtThresholds(field, [1, 2])
    return cl.ExactMatch(field).configure(term_frequency_adjustments=True)


def comparisons(names_together):
    """Forename and surname in one comparison see swapped names."""
    if names_together and first and last:
        others = [comparison(field) for field in fields if field not in (first, last)]
        return [*others, cl.ForenameSurnameComparison(first, last)]
    return [comparison(field) for field in fields]


# Any two of what is telling, what alone is telling, and parts of the names: a few rules each loose enough for typos.
telling = [field for field in (first, last, name, dob, street, code, phone, email) if field]
rules = [(field,) for field in (email, phone, street) if field] + list(combinations(telling, 2))
if first and last and city:
    rules.append((f"substr({first}, 1, 1)", f"substr({last}, 1, 3)", city))
if name:
    rules += [(f"substr({name}, 1, 6)",), ("begin",), ("end",)]
sure = [rule for rule in [(email,), (first, last, dob), (first, last, street), (first, last, phone)] if all(rule)]
sure = sure or [(name, other) for other in (street, phone, city) if name and other] or [(fields[0],)]
# Each session leaves out the fields it blocks on; together they estimate all. One field alone cannot be estimated.
sessions = [(first, last), (dob,), (email,), (street,), (phone,), (name,), (code,)]
sessions = [session for session in sessions if all(session) and set(fields) - set(session)][:3]
database = DuckDBAPI()
tables = [database.register(part.reset_index(drop=True)) for part in sources]


def trained(names_together):
    settings = SettingsCreator(
        link_type="link_only" if len(tables) > 1 else "dedupe_only",
        comparisons=comparisons(names_together),
        blocking_rules_to_generate_predictions=[block_on(*rule) for rule in rules],
    )
    linker = Linker(tables if len(tables) > 1 else tables[0], settings)
    linker.training.estimate_probability_two_random_records_match([block_on(*rule) for rule in sure], recall=0.7)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for session in sessions:
        try:
            linker.training.estimate_parameters_using_expectation_maximisation(block_on(*session))
        except ValueError:
            # A level that no pair falls in (no swapped names, say) gets a probability of 0, which Splink 5 refuses:
            # once more without that comparison, then without the session.
            if names_together:
                return trained(names_together=False)
    return linker


linker = trained(names_together=True)
found = linker.inference.predict(threshold_match_probability=0.01).as_pandas_dataframe()
found["score"] = found["match_probability"] * 100
found[["unique_id_l", "unique_id_r", "score"]].to_csv(pairs, index=False, header=["id1", "id2", "score"])
