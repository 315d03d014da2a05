"""Self-dedupe of a CSV of contacts by Splink, set up as its own documentation does for people: `dedupe_by_splink.py CONTACTS PAIRS`.

Prints nothing; PAIRS gets `id1,id2` of every pair at or above a match probability of 0.9.
"""

import logging
import sys

import pandas as pd
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
contacts, pairs = sys.argv[1:3]

frame = pd.read_csv(contacts, dtype=str).rename(columns={"number": "unique_id"})
frame["Phone"] = frame["Phone"].str.replace(r"\D", "", regex=True).str[-10:]
for column in ("FirstName", "LastName", "Email", "MailingStreet", "MailingCity"):
    frame[column] = frame[column].str.lower()

settings = SettingsCreator(
    link_type="dedupe_only",
    comparisons=[
        cl.JaroWinklerAtThresholds("FirstName", [0.9, 0.7]).configure(term_frequency_adjustments=True),
        cl.JaroWinklerAtThresholds("LastName", [0.9, 0.7]).configure(term_frequency_adjustments=True),
        cl.LevenshteinAtThresholds("Phone", 1),
        cl.LevenshteinAtThresholds("Email", 2),
        cl.LevenshteinAtThresholds("MailingStreet", 2),
        cl.ExactMatch("MailingPostalCode"),
    ],
    blocking_rules_to_generate_predictions=[
        block_on("LastName", "FirstName"),
        block_on("Phone"),
        block_on("Email"),
        block_on("LastName", "MailingPostalCode"),
        block_on("FirstName", "MailingStreet"),
        block_on("FirstName", "substr(LastName, 1, 3)", "MailingCity"),
    ],
)
database = DuckDBAPI()
try:
    linker = Linker(frame, settings, db_api=database)
except TypeError:  # From Splink 5 on, tables are registered first.
    linker = Linker(database.register(frame), settings)
linker.training.estimate_probability_two_random_records_match(
    [block_on("Email"), block_on("FirstName", "LastName", "Phone")], recall=0.6
)
linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
linker.training.estimate_parameters_using_expectation_maximisation(block_on("LastName", "FirstName"))
linker.training.estimate_parameters_using_expectation_maximisation(block_on("Phone"))
found = linker.inference.predict(threshold_match_probability=0.9).as_pandas_dataframe()
found[["unique_id_l", "unique_id_r"]].to_csv(pairs, index=False, header=["id1", "id2"])
