"""Runs the packed program of Likeness next to a Python worker of Spark, and accesses the work folder.

Spark sends this module to the executors. A worker keeps its program, with its index, from one task to the next.
"""

import atexit
import glob
import json
import os
import struct
import subprocess
import tempfile

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq
from pyspark import SparkFiles

ROWS_AT_ONCE = 65_536


class Folder:
    """A folder visible to all executors: a path, or a URL that pyarrow and Spark can read."""

    def __init__(self, address):
        self.address = address.rstrip("/")
        if "://" in address:
            # Spark's s3a is s3 in pyarrow.
            self.fs, self.root = pafs.FileSystem.from_uri(self.address.replace("s3a://", "s3://", 1))
        else:
            self.fs, self.root = pafs.LocalFileSystem(), self.address

    def spark(self, path):
        if "://" not in self.address:
            return "file://" + os.path.join(self.address, path)
        return self.address.replace("s3://", "s3a://", 1) + "/" + path

    def path(self, path):
        return self.root + "/" + path

    def exists(self, path):
        return self.fs.get_file_info(self.path(path)).type != pafs.FileType.NotFound

    def files(self, path):
        """Returns the Parquet files of a folder, sorted by name."""
        found = self.fs.get_file_info(pafs.FileSelector(self.path(path), allow_not_found=True))
        return sorted(each.path for each in found if each.path.endswith(".parquet") and not each.base_name.startswith((".", "_")))

    def batches(self, path, columns):
        for file in self.files(path):
            with self.fs.open_input_file(file) as source:
                yield from pq.ParquetFile(source).iter_batches(ROWS_AT_ONCE, columns=columns)

    def count(self, path):
        total = 0
        for file in self.files(path):
            with self.fs.open_input_file(file) as source:
                total += pq.ParquetFile(source).metadata.num_rows
        return total

    def write(self, path, schema, tables):
        """Writes a Parquet file atomically, even if another process writes the same file. Returns the number of rows."""
        part = self.path(f"{path}.{os.getpid()}-{os.urandom(4).hex()}.part")
        rows = 0
        self.fs.create_dir(os.path.dirname(part))
        with self.fs.open_output_stream(part) as sink, pq.ParquetWriter(sink, schema) as writer:
            for table in tables:
                writer.write_table(table.cast(schema))
                rows += table.num_rows
        self.fs.move(part, self.path(path))
        return rows


class Program:
    """A process of the packed program."""

    def __init__(self, settings):
        command = [node_of(settings), *settings["nodeFlags"], SparkFiles.get(settings["program"])]
        command += [SparkFiles.get(settings["plan"]), str(settings["threads"])]
        self.errors = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
        except OSError as error:
            raise RuntimeError(failure(f"{command[0]} cannot be run on an executor: {error.strerror}"))

    def ask(self, request, batch=None):
        """Yields the tables of the response. Take all of them before the next request."""
        head = json.dumps(request).encode()
        body = b""
        if batch is not None:
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, batch.schema) as writer:
                writer.write_batch(batch)
            body = sink.getvalue()
        try:
            for part in (head, body):
                self.process.stdin.write(struct.pack("<I", len(part)))
                self.process.stdin.write(part)
            self.process.stdin.flush()
        except OSError:
            self.fail()
        while True:
            (length,) = struct.unpack("<I", self.read(4))
            if length == 0:
                return
            with pa.ipc.open_stream(self.read(length)) as reader:
                yield reader.read_all()

    def tell(self, request, batch=None):
        for _ in self.ask(request, batch):
            pass

    def read(self, length):
        data = self.process.stdout.read(length)
        if len(data) < length:
            self.fail()
        return data

    def fail(self):
        self.process.stdin = None
        code = self.process.wait()
        self.errors.seek(0)
        told = self.errors.read().decode(errors="replace").strip()[-2_000:]
        raise RuntimeError(failure(told or f"the program ended with {code}"))

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def failure(text):
    """Returns a message in a form that the driver finds in Spark's error messages."""
    return "<<likeness: " + text + " >>"


def node_of(settings):
    if settings["nodeArchive"] is None:
        return settings["node"]
    root = os.path.join(SparkFiles.getRootDirectory(), settings["nodeArchive"])
    found = sorted(glob.glob(f"{root}/bin/node") + glob.glob(f"{root}/*/bin/node"))
    if not found:
        raise RuntimeError(failure("the archive of Node holds no bin/node"))
    return found[0]


_running = {}


def program_for(key, settings, prepare=None):
    """Returns this worker's program, which is replaced when the key changes."""
    if _running.get("key") != key:
        end()
        _running["program"] = Program(settings)
        if prepare is not None:
            prepare(_running["program"])
        _running["key"] = key
    return _running["program"]


@atexit.register
def end():
    _running.pop("key", None)
    if "program" in _running:
        _running.pop("program").end()


def normal_forms(settings, column, texts):
    """Returns a function for mapInArrow that adds the normal form of each row's values."""

    def run(batches):
        program = program_for((settings["digest"], "normal"), settings)
        for batch in batches:
            asked = batch.select(texts)
            for answer in program.ask({"do": "normal-forms", "column": column}, asked):
                normal = answer.column("normal").combine_chunks()
                yield pa.RecordBatch.from_arrays([*batch.columns, normal], [*batch.schema.names, "normal"])

    return run


def give_column(program, folder, plan, column, needs_rows):
    """Sends the program the values of a column, and the values of the rows."""
    if plan["columns"][column]["texts"].count(None) < len(plan["columns"][column]["texts"]):
        for batch in folder.batches(f"values/{column}/values", ["value", "normal"]):
            program.tell({"do": "take-values", "column": column}, batch)
        if needs_rows:
            for batch in folder.batches(f"values/{column}/rows", ["row", "value"]):
                program.tell({"do": "take-rows", "column": column}, batch)
    program.tell({"do": "end-column", "column": column, "isAlone": not needs_rows})


SIMILAR = pa.schema([("lower", pa.int32()), ("higher", pa.int32()), ("similarity", pa.int32())])
PAIRS = pa.schema([("first", pa.int32()), ("second", pa.int32()), ("score", pa.float32())])


def compare_values(settings, plan, task):
    """Writes the similar values of a share of a column."""
    folder = Folder(settings["work"])
    column = plan["compared"][task["compared"]]

    def prepare(program):
        for need in column["needs"]:
            give_column(program, folder, plan, need, column["isMade"])

    program = program_for((settings["digest"], "values", task["compared"]), settings, prepare)
    request = {"do": "compare-values", "column": column["column"], "share": task["share"], "shares": task["shares"]}
    return folder.write(task["file"], SIMILAR, program.ask(request))


def compare_rows(settings, plan, task):
    """Writes the pairs of a share of the rows with all later rows."""
    folder = Folder(settings["work"])

    def prepare(program):
        for column in range(len(plan["columns"])):
            give_column(program, folder, plan, column, True)
        if plan["hasSources"]:
            for batch in folder.batches("rows", ["row", "source"]):
                program.tell({"do": "take-sources"}, batch)
        for n, column in enumerate(plan["compared"]):
            for batch in folder.batches(f"similar/{n}", ["lower", "higher", "similarity"]):
                program.tell({"do": "take-similar", "column": column["column"]}, batch)

    program = program_for((settings["digest"], "rows"), settings, prepare)
    request = {"do": "compare-rows", "share": task["share"], "shares": task["shares"]}
    return folder.write(task["file"], PAIRS, program.ask(request))
