"""Trains a small model on invented rows and saves it: `make_models.py FILE`, by Splink 4 and by Splink 5.

Makes models/splink-4.json and models/splink-5.json, which the tests read: what Splink itself writes.
"""

import json
import logging
import random
import sys

import pandas as pd
import splink
import splink.comparison_level_library as cll
import splink.comparison_library as cl
from splink import ColumnExpression, DuckDBAPI, Linker, SettingsCreator, block_on

logging.disable(logging.WARNING)
random.seed(7)
FIRST = "anna bertha carla doris emma fiona greta hanna ina jana".split()
LAST = "meier schulze weber wagner becker hoffmann koch richter klein wolf".split()
CITIES = "london leeds york bath".split()


def person(number):
    first, last = random.choice(FIRST), random.choice(LAST)
    return {
        "first_name": first,
        "surname": last,
        "dob": f"{random.randint(1950, 2000)}-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}",
        "email": f"{first}.{last}{number}@example.org",
        "city": random.choice(CITIES),
        "postcode": f"ab{random.randint(1, 9)} {random.randint(1, 9)}cd",
        "phone": str(random.randint(1_000_000, 9_999_999)),
        "tags": random.sample(["red", "green", "blue"], 2),
    }


def typed_again(known):
    row = dict(known)
    if random.random() < 0.3:
        row["surname"] = row["surname"][:-1] + random.choice("xyz")
    if random.random() < 0.2:
        row["email"] = None
    if random.random() < 0.3:
        row["dob"] = row["dob"][:-1] + str(random.randint(0, 9))
    if random.random() < 0.2:
        row["phone"] = row["phone"][:-1] + "0"
    if random.random() < 0.3:
        row["tags"] = ["black", "white"]
    if random.random() < 0.3:
        row["postcode"] = row["postcode"][:3] + random.choice([" 1cd", " 2ef"]) if random.random() < 0.5 else "cb1 1aa"
    if random.random() < 0.2:
        row["city"] = random.choice(CITIES)
    return row


rows = []
for number in range(400):
    known = person(number)
    rows.append(known)
    if number % 3 == 0:
        rows.append(typed_again(known))
    if number % 40 == 0:
        rows.append(typed_again({**person(number), "dob": known["dob"], "first_name": known["first_name"]}))
table = pd.DataFrame([{"unique_id": i, **row} for i, row in enumerate(rows)])
settings = SettingsCreator(
    link_type="dedupe_only",
    # Splink 5 refuses the shares near 0 that a level of hardly a pair comes to.
    max_iterations=5,
    comparisons=[
        cl.NameComparison("first_name"),
        cl.JaroWinklerAtThresholds("surname", [0.9, 0.8]).configure(term_frequency_adjustments=True),
        cl.DateOfBirthComparison("dob", input_is_string=True),
        cl.EmailComparison("email"),
        cl.ExactMatch("city"),
        cl.CustomComparison(
            output_column_name="postcode",
            comparison_levels=[
                cll.NullLevel("postcode"),
                cll.ExactMatchLevel("postcode"),
                cll.ExactMatchLevel(ColumnExpression("postcode").regex_extract("^[A-Za-z]{1,2}[0-9][A-Za-z0-9]?")),
                cll.ElseLevel(),
            ],
        ),
        cl.ExactMatch("phone"),
        cl.ArrayIntersectAtSizes("tags", [1]),
        cl.CustomComparison(
            output_column_name="place",
            comparison_levels=[
                cll.NullLevel("city"),
                cll.LiteralMatchLevel("city", "london", "string"),
                cll.ElseLevel(),
            ],
        ),
    ],
    blocking_rules_to_generate_predictions=[block_on("first_name"), block_on("dob")],
)
linker = (
    Linker(table, settings, DuckDBAPI())
    if splink.__version__.startswith("4")
    else Linker(DuckDBAPI().register(table), settings)
)
linker.training.estimate_u_using_random_sampling(max_pairs=1e5, seed=1)
linker.training.estimate_parameters_using_expectation_maximisation(block_on("dob"))
linker.training.estimate_parameters_using_expectation_maximisation(block_on("first_name"))
saved = linker.misc.save_model_to_json()
# Another one at each run.
saved.pop("linker_uid", None)
with open(sys.argv[1], "w") as file:
    json.dump(saved, file, indent=1)
    file.write("\n")
