"""Finds the matching rows of a CSV by Splink: `link_by_splink.py ROWS PAIRS [options]`.

ROWS has a column `id` or `key`, columns named like the standard fields, and optionally a column `source`. With `source`,
only pairs across the two sources are found. Comparisons, blocking rules and training follow the recommendations of Splink's
documentation for such columns (its examples for people, and for the historical and febrl data). For files larger than
memory, the program also follows Splink's performance guides: a memory limit, results as Parquet, prediction in chunks, a
limit on the pairs used for training, and stricter blocking rules where one rule produces too many pairs. PAIRS gets
`id1,id2,score`, with the match probability in percent. The settings are printed as JSON.
"""

import argparse
import json
import logging
import time
from itertools import combinations

import duckdb
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("pairs")
parser.add_argument("--least", type=float, default=1, help="percent from which on a pair is written")
parser.add_argument("--clusters", help="gets cluster,id of the groups by pairs of 50 %% and more")
parser.add_argument("--memory", help="bound of memory of the database, as DuckDB takes it; what is beyond it spills")
parser.add_argument("--threads", type=int)
parser.add_argument("--scratch", help="folder for what spills and for results")
parser.add_argument("--most-a-row", type=float, help="pairs a row from which on a blocking rule is too loose")
options = parser.parse_args()
connection = duckdb.connect(":memory:")


def ask(query, parameters=None):
    """Fetches all rows, because DuckDB accepts no other query before that."""
    return connection.execute(query, parameters or []).fetchall()


if options.memory:
    ask(f"set memory_limit = '{options.memory}'")
if options.threads:
    ask(f"set threads = {options.threads}")
if options.scratch:
    ask(f"set temp_directory = '{options.scratch}/spilled'")
database = DuckDBAPI(
    connection,
    **({"materialisation": "parquet", "materialisation_dir": f"{options.scratch}/results"} if options.scratch else {}),
)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def cleaned(column):
    text = f"trim(lower({quoted(column)}), e' \\t\\r\\n')"
    if column == "Phone":
        return f"nullif(right(regexp_replace({text}, '\\D', '', 'g'), 10), '')"
    if column == "Birthdate":
        digits = f"regexp_replace({text}, '\\D', '', 'g')"
        return f"case when length({digits}) = 8 then {digits}[1:4] || '-' || {digits}[5:6] || '-' || {digits}[7:8] end"
    return f"nullif({text}, '')"


reader = "read_csv(?, header = true, all_varchar = true, delim = ',', quote = '\"', escape = '\"')"
columns = [name for name, *_ in ask(f"describe select * from {reader}", [options.rows])]
key = next(column for column in ("id", "key") if column in columns)
values = [column for column in columns if column not in (key, "source")]
words = [
    f"string_split_regex(trim(lower({quoted('Name')})), '\\s+')[{at}] as {name}"
    for at, name in ((1, "begin_word"), (-1, "end_word"))
    if "Name" in columns
]
ask(
    "create table cleaned as select "
    + ", ".join(
        [
            f"{quoted(key)} as unique_id",
            f"{'source' if 'source' in columns else 'null'} as source_of_row",
            *(f"{cleaned(column)} as {quoted(column)}" for column in values),
            *words,
        ]
    )
    + f" from {reader}",
    [options.rows],
)
count_rows = ask("select count(*) from cleaned")[0][0]
names_of_sources = [
    name for name, in ask("select distinct source_of_row from cleaned order by 1")
]
parts = []
for number, source in enumerate(names_of_sources):
    parts.append(f"part_{number}")
    ask(
        f"create view part_{number} as select * exclude (source_of_row) from cleaned "
        "where source_of_row is not distinct from " + ("null" if source is None else "'" + source.replace("'", "''") + "'")
    )
# A column that one source never fills can be used neither for comparison nor for blocking.
filled = {
    column
    for column in values
    if all(ask(f"select count({quoted(column)}) > 0 from {part}")[0][0] for part in parts)
}
fields = [column for column in values if column in filled]


def first_of(*names):
    return next((name for name in names if name in fields), None)


first, last, name = first_of("FirstName"), first_of("LastName"), first_of("Name")
phone, email, dob = first_of("Phone"), first_of("Email"), first_of("Birthdate")
street = first_of("MailingStreet", "BillingStreet")
city = first_of("MailingCity", "BillingCity")
code = first_of("MailingPostalCode", "BillingPostalCode")

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
    """Compares forename and surname together, to recognise swapped names."""
    if names_together and first and last:
        others = [comparison(field) for field in fields if field not in (first, last)]
        return [*others, cl.ForenameSurnameComparison(first, last)]
    return [comparison(field) for field in fields]


# Blocking rules: pairs of informative columns, columns that identify a person alone, and parts of names. Each rule allows for typos.
telling = [field for field in (first, last, name, dob, street, code, phone, email) if field]
rules = [(field,) for field in (email, phone, street) if field] + list(combinations(telling, 2))
if first and last and city:
    rules.append((f"substr({first}, 1, 1)", f"substr({last}, 1, 3)", city))
if name:
    rules += [(f"substr({name}, 1, 6)",), ("begin_word",), ("end_word",)]
sure = [rule for rule in [(email,), (first, last, dob), (first, last, street), (first, last, phone)] if all(rule)]
sure = sure or [(name, other) for other in (street, phone, city) if name and other] or [(fields[0],)]
# Each training session omits the fields that it blocks on; together, the sessions cover all fields. A single field cannot be trained.
sessions = [(first, last), (dob,), (email,), (street,), (phone,), (name,), (code,)]
sessions = [session for session in sessions if all(session) and set(fields) - set(session)][:3]
tables = [database.register(part, dataset_display_name=f"source_{number}") for number, part in enumerate(parts)]


def pairs_of(rule):
    """Counts the comparisons that a single rule makes within one table."""
    by = ", ".join(rule)
    known = " and ".join(f"{part} is not null" for part in rule)
    counted = f"select count(*) as n from cleaned where {known} group by {by}"
    return ask(f"select coalesce(sum(n * (n - 1) / 2), 0)::bigint from ({counted})")[0][0]


# Rules that are too loose are found once per kind of data, not in every run, so this time is reported separately.
analysis = time.monotonic()
most = options.most_a_row * count_rows if options.most_a_row else float("inf")
counts = {}
kept = []
for rule in rules:
    # This rule finds the same pairs as another rule.
    if any(set(other) <= set(rule) for other in kept):
        continue
    for candidate in (rule, (*rule, city)):
        if None in candidate or len(set(candidate)) < len(candidate):
            continue
        pairs = pairs_of(candidate) if options.most_a_row else 0
        if pairs <= most:
            kept.append(candidate)
            counts[" and ".join(candidate)] = pairs
            break
rules = kept
analysis = time.monotonic() - analysis
PAIRS_IN_CHUNK = 25_000_000
PAIRS_OF_TRAINING = 5_000_000
chunks = max(1, -(-sum(counts.values()) // PAIRS_IN_CHUNK))
most_pairs = {"max_pairs": PAIRS_OF_TRAINING} if options.most_a_row else {}


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
            linker.training.estimate_parameters_using_expectation_maximisation(block_on(*session), **most_pairs)
        except ValueError:
            # A level without pairs (for example, no swapped names) gets a probability of 0, which Splink 5 rejects.
            # Retry without that comparison, then without the session.
            if names_together:
                return trained(names_together=False)
    return linker


linker = trained(names_together=True)
in_chunks = {"num_chunks_left": chunks, "num_chunks_right": 1} if chunks > 1 else {}
found = linker.inference.predict(threshold_match_probability=options.least / 100, **in_chunks)
ask(
    "copy (select unique_id_l as id1, unique_id_r as id2, match_probability * 100 as score "
    f"from {found.physical_name}) to '{options.pairs}' (header)"
)
if options.clusters:
    groups = linker.clustering.cluster_pairwise_predictions_at_threshold(found, threshold_match_probability=0.5)
    ask(
        f"copy (select cluster_id as cluster, unique_id as id from {groups.physical_name}) "
        f"to '{options.clusters}' (header)"
    )
print(json.dumps({"analysisSeconds": analysis, "rules": counts, "chunks": chunks}))
