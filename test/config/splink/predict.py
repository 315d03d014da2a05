"""Runs settings over a few rows: `predict.py SETTINGS ROWS PREPARE`; prints each pair's weights as JSON.

SETTINGS and ROWS are JSON files, PREPARE is the SQL that makes the table `prepared` of the table `records`.
"""

import json
import logging
import sys

import duckdb
import pandas as pd
import splink
from splink import DuckDBAPI, Linker, SettingsCreator

logging.disable(logging.WARNING)
settings, rows, prepare = sys.argv[1:4]
with open(settings) as file:
    saved = json.load(file)
with open(rows) as file:
    records = pd.DataFrame(json.load(file))
database = duckdb.connect()
database.register("records", records)
with open(prepare) as file:
    database.execute(file.read())
prepared = database.execute("SELECT * FROM prepared").df()
# Every pair: what is tried here are the weights.
saved["blocking_rules_to_generate_predictions"] = [{"blocking_rule": "1 = 1", "sql_dialect": "duckdb"}]
creator = SettingsCreator.from_path_or_dict(saved)
linker = (
    Linker(prepared, creator, DuckDBAPI())
    if splink.__version__.startswith("4")
    else Linker(DuckDBAPI().register(prepared), creator)
)
pairs = linker.inference.predict().as_pandas_dataframe()
print(pairs.to_json(orient="records"))
