"""The program that `likeness dedupe --engine spark` submits: spark-submit likeness_spark.py SETTINGS.json values|pairs

`values` reduces each column of the rows to its distinct values and numbers them. `pairs` compares the values, then the
rows. Steps that are finished in the work folder are not repeated.
"""

import json
import os
import re
import sys
import threading
import time

import pyarrow.fs as pafs
from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
# The package's folder may be read-only.
sys.dont_write_bytecode = True
import likeness_stage as stage  # noqa: E402


# Minimum and maximum rows of a shuffle partition.
ROWS_OF_FEW = 20_000
ROWS_OF_MANY = 250_000


def tell(**what):
    """Prints a line for the command."""
    print("likeness " + json.dumps(what), flush=True)


def main(path, step):
    with open(path) as file:
        settings = json.load(file)
    home = os.path.dirname(os.path.abspath(path))
    with open(os.path.join(home, settings["plan"])) as file:
        plan = json.load(file)
    end_with(settings["owner"])
    spark = SparkSession.builder.appName(f"likeness dedupe: {step}").getOrCreate()
    context = spark.sparkContext
    context.addPyFile(os.path.join(here, "likeness_stage.py"))
    context.addFile(os.path.join(here, settings["program"]))
    context.addFile(os.path.join(home, settings["plan"]))
    if settings["nodeArchivePath"] is not None:
        context.addArchive(f"{settings['nodeArchivePath']}#{settings['nodeArchive']}")
    # Spark's default of 200 takes minutes for a few rows, and does not adapt to cached data.
    if context.getConf().get("spark.sql.shuffle.partitions") is None:
        few = min(context.defaultParallelism, -(-plan["rows"] // ROWS_OF_FEW))
        spark.conf.set("spark.sql.shuffle.partitions", max(1, few, -(-plan["rows"] // ROWS_OF_MANY)))
    folder = stage.Folder(settings["work"])
    bring_rows(folder, settings, home)
    if step == "values":
        refuse_same_ids(spark, folder, plan)
        for column in range(len(plan["columns"])):
            number_values(spark, folder, settings, plan, column)
    else:
        compare(context, folder, settings, plan)
        bring_pairs(folder, settings, home)
    spark.stop()


def end_with(owner):
    """Ends this program when its command has ended, because another run could write to the same folder."""

    def watch():
        while True:
            try:
                os.kill(owner, 0)
            except ProcessLookupError:
                os._exit(1)
            time.sleep(1)

    if owner is not None:
        threading.Thread(target=watch, daemon=True).start()


def bring_rows(folder, settings, home):
    """Copies the rows to a folder that executors can read, unless they are there."""
    if folder.path("rows") == os.path.join(home, "rows") or folder.exists("rows/_SUCCESS"):
        return
    tell(stage="sending the rows", done=0, of=1)
    folder.fs.create_dir(folder.path("rows"))
    pafs.copy_files(os.path.join(home, "rows"), folder.path("rows"), source_filesystem=pafs.LocalFileSystem(), destination_filesystem=folder.fs)
    mark(folder, "rows")


def bring_pairs(folder, settings, home):
    """Copies the pairs to the command's folder, and removes the work folder."""
    if folder.path("pairs") == os.path.join(home, "pairs"):
        return
    tell(stage="fetching the pairs", done=0, of=1)
    os.makedirs(os.path.join(home, "pairs"), exist_ok=True)
    pafs.copy_files(folder.path("pairs"), os.path.join(home, "pairs"), source_filesystem=folder.fs, destination_filesystem=pafs.LocalFileSystem())
    open(os.path.join(home, "pairs", "_SUCCESS"), "w").close()
    folder.fs.delete_dir(folder.root)


def mark(folder, path):
    with folder.fs.open_output_stream(folder.path(f"{path}/_SUCCESS")):
        pass


def rows_of(spark, folder, plan):
    names = ["row", "number"], ["id", *plan["texts"]]
    fields = [StructField(name, IntegerType()) for name in names[0]] + [StructField(name, StringType()) for name in names[1]]
    rows = spark.read.schema(StructType(fields)).parquet(folder.spark("rows"))
    # A field found later is only in later files.
    return rows.select("row", "number", "id", *[F.coalesce(F.col(name), F.lit("")).alias(name) for name in plan["texts"]])


def refuse_same_ids(spark, folder, plan):
    if not plan["hasIds"] or folder.exists("ids/_SUCCESS"):
        return
    rows = rows_of(spark, folder, plan)
    by_id = rows.groupBy("id").agg(F.min("number").alias("one"), F.max("number").alias("two"), F.count("*").alias("rows"))
    found = by_id.where("rows > 1").orderBy("two").limit(1).collect()
    if found:
        tell(sameId={"id": found[0].id, "one": found[0].one, "two": found[0].two})
        sys.exit(1)
    folder.fs.create_dir(folder.path("ids"))
    mark(folder, "ids")


def number_values(spark, folder, settings, plan, column):
    """Writes `values (value, normal)`, numbered in the order of their first rows, and `rows (row, value)`."""
    planned = plan["columns"][column]
    texts = sorted({text for text in planned["texts"] if text is not None})
    out = f"values/{column}"
    tell(stage="values", done=column, of=len(plan["columns"]), note=f"{'+'.join(planned['fields'])} ({planned['method']})")
    if not texts or folder.exists(f"{out}/rows/_SUCCESS"):
        return
    rows = rows_of(spark, folder, plan).select("row", *texts)
    rows = rows.where(" or ".join(f"{text} <> ''" for text in texts))
    raw = rows.groupBy(*texts).agg(F.min("row").alias("first"))
    schema = ", ".join([*(f"{text} string" for text in texts), "first int, normal string"])
    normals = raw.mapInArrow(stage.normal_forms(settings, column, texts), schema).where("normal <> ''")
    normals = normals.persist(StorageLevel.DISK_ONLY)
    if not folder.exists(f"{out}/values/_SUCCESS"):
        known = normals.groupBy("normal").agg(F.min("first").alias("first")).orderBy("first")
        known = known.withColumn("part", F.spark_partition_id()).withColumn("at", F.monotonically_increasing_id())
        known = known.persist(StorageLevel.DISK_ONLY)
        before, starts = 0, {}
        for part, count in sorted((each.part, each["count"]) for each in known.groupBy("part").count().collect()):
            starts[part] = before
            before += count
        start = F.create_map(*[F.lit(each) for pair in starts.items() for each in pair]) if starts else None
        in_part = F.col("at") - F.shiftleft(F.col("part").cast("long"), 33)
        value = F.lit(1) if start is None else start[F.col("part")] + in_part + 1
        numbered = known.select(value.cast("int").alias("value"), "normal")
        numbered.write.mode("overwrite").parquet(folder.spark(f"{out}/values"))
        known.unpersist()
    numbered = spark.read.schema("value int, normal string").parquet(folder.spark(f"{out}/values"))
    of_texts = normals.join(numbered, "normal").select(*texts, "value")
    rows.join(of_texts, texts).select("row", "value").write.mode("overwrite").parquet(folder.spark(f"{out}/rows"))
    normals.unpersist()


def compare(context, folder, settings, plan):
    tasks = []
    for n, column in enumerate(plan["compared"]):
        if column["isMade"]:
            values = plan["rows"]
        else:
            values = folder.count(f"values/{column['needs'][0]}/values")
        shares = 1 if column["isWhole"] else max(1, -(-values // plan["valuesAtOnce"]))
        for share in range(shares):
            file = f"similar/{n}/part-{share:05}.parquet"
            tasks.append({"compared": n, "share": share, "shares": shares, "file": file})
    run(context, folder, "similar values", tasks, lambda task: stage.compare_values(settings, plan, task))
    shares = plan["rowShares"]
    tasks = [{"share": share, "shares": shares, "file": f"pairs/part-{share:05}.parquet"} for share in range(shares)]
    run(context, folder, "comparing", tasks, lambda task: stage.compare_rows(settings, plan, task))
    mark(folder, "pairs")


def run(context, folder, name, tasks, work):
    """Runs the tasks whose files are missing."""
    missing = [task for task in tasks if not folder.exists(task["file"])]
    done = len(tasks) - len(missing)
    tell(stage=name, done=done, of=len(tasks))
    if not missing:
        return
    ended = threading.Event()

    def watch():
        tracker = context.statusTracker()
        while not ended.wait(1):
            for number in tracker.getActiveStageIds():
                info = tracker.getStageInfo(number)
                if info is not None:
                    tell(stage=name, done=done + info.numCompletedTasks, of=len(tasks))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        # One Spark task each. A worker that runs several tasks keeps its program.
        context.parallelize(missing, len(missing)).map(work).collect()
    finally:
        ended.set()
        watcher.join()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Exception as error:
        text = str(error)
        told = re.search(r"<<likeness: (.*?) >>", text, re.DOTALL)
        tell(failed=told.group(1) if told else text.strip().split("\n")[0][:1_000])
        raise
