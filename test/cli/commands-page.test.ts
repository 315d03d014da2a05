import type { Command, Option } from 'commander';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { isRequired } from '../../src/cli/command.js';
import { buildProgram } from '../../src/cli/program.js';

const PAGE = '../../src/cli/COMMANDS.md';
const INTRODUCTION = `# Commands

\`npx likeness COMMAND\`; \`--help\` on each shows the same, with examples. Exit codes: 0 done, 1 failed, 2 wrong use, 3 nothing merged (\`clean\` found pairs, and no grounds to merge them). \`--json\` where a program would read the output; notes, progress and errors go to the standard error output, an error in one line.

This page is made from the program itself; \`npx vitest run test/cli/commands-page.test.ts -u\` writes it anew.

## Data folder or running service

\`import\`, \`export\`, \`search\`, \`explain\`, \`history\` and \`undo\` work on a data folder, or with \`--url\` and \`--token\` (or \`LIKENESS_TOKEN\`) on a running service. A data folder has one process: while a server is running, use \`--url\`, or take a backup and use that. \`client\`, \`token\`, \`key\`, \`audit\` and \`backup\` work beside a running server, which follows at once.

With \`--store postgres://user:password@host/database\`, or \`LIKENESS_STORE\`, the same commands work on a
database, beside the nodes that have it open; \`--data\` is of no use then. Each start reads all records, as a node
does. Backups are made by the database's own means, or by \`move\` into a folder; jobs and proposals are asked of a
node, by \`--url\`.

## Import and export

CSV is read in its own encoding (UTF-8, UTF-16, Windows-1252 and others: by a byte order mark, else by the look of the bytes, which a note says; \`--encoding\`), with commas, semicolons, tabs or bars between cells (found by which of them most rows have as many cells as the header, or said by a first line \`sep=;\` or \`--delimiter\`); all but workbooks may be packed by gzip (\`.csv.gz\`). Lines above the header that begin with \`#\` are comments, and those that fill less than half of the table titles. A first line that looks like a row (an e-mail address, a telephone number, a date or numbers where the others have such) is one: its columns are called by what their values show (\`first name\`, \`email\`, \`column 3\`), which a note says; \`--header\` and \`--no-header\` decide. A quote that is opened and never closed costs its own row, which is named by its line (\`import\` rejects it, \`clean\`, \`dedupe\` and \`train\` take it as it stands); the next line is read anew. Of an \`.xlsx\` workbook the first sheet that is not empty is read, as a whole, or that of \`--sheet\`, by name or number. JSON is an array of objects or an object a line. Business cards (\`.vcf\`, vCard 2.1 to 4.0) are a row a card, without their pictures. Columns are guessed as by \`clean\`. Dates are read as people write them, days and months in the order of \`defaultCountry\`. Exit code 1 when most rows were rejected. An import keeps its progress in the store, committed with the rows: interrupted, it goes on where it stopped; completed, it is refused without \`--again\`, by commands, the service and every node alike: the same content, object, mapping and named sheet are the same import. With \`--url\` the file is sent to the service (\`uploadLimit\` bytes at the most), which imports it as one that the console sends, and goes on when the command is ended. Rows that cannot be saved go to \`FILE.rejects.csv\` with their reason; corrected, that file imports as it is. What is imported into the data folder belongs to the user \`System\`.

\`export --out DIR\` writes all objects, a file each, and \`import DIR\` reads them, parents first. An export comes with its Ids into an empty data folder or database (\`--data\`, \`--store\`): auto-numbers, authors and times are kept, references may lead to what comes later, formulas, summaries and compound names are worked out anew, on-save updates do not run. An Id that is stored is updated; one that is not stored, and not above all that were given out, is refused, and so is a file in another order than that of its Ids. With \`--url\` rows with Ids only update. Suspected pairs, decisions and history are in a backup, not in an export.

Exports put an apostrophe before values that a spreadsheet would run as a formula (\`--raw\` does not), and imports take it away again.

## Clean a file

\`clean contacts.csv\` needs no option: it guesses which object the rows are and what each column means (labels in English and the commoner languages of Europe, else what the values look like), prints that as a table to be corrected with \`--map\`, learns from the rows what makes two of them the same (from 100 rows on; below, the built-in scenarios compare), and writes into \`contacts-clean\`:

- \`clean.csv\`: the columns of the input, one record for each group of duplicates, in the place of its surviving row, and every other row as it is;
- \`crosswalk.csv\`: every row, the Id of the record it became, its group, and its highest score within the group;
- \`pairs.csv\`: both rows of every pair side by side, the scenario that decided, what spoke most for it and what against, and its contradictions (other birth dates, two first names, ...);
- \`review.csv\`: what was not merged and a person should decide about, with a column \`same\` to be filled: first up to 50 pairs of which an answer teaches most, merged or not, then the likeliest;
- \`report.html\`: how the columns were read, what each field tells, scores, what to expect of the threshold, and the pairs and groups to look at, on a page that needs no network.

Two groups become one where at least a third of the pairs between them match. So a chain (A like B, B like C, A unlike C) is not merged into one record: its weak link goes to \`review.csv\`, as do pairs below \`--sure\`. Rows that contradict each other never come into one group, whatever their score: they go to \`review.csv\` with the contradiction named. Where a kind of contradiction stands in 2 to 50 % of the pairs that are the same by all other fields, the file's values are dirty there: it is told, and counts as one field's difference only. So a few fathers and sons of one name, address and phone, in a file with many dirty birth dates, may still be merged. What is learned is checked by witnesses: each field is left out of the model in turn, and where it differs as between strangers in pairs that the others call the same, the expected precision reaches down accordingly. Where that leaves less than half, where no field is left to bear a pair out (one column, thin columns), or where the names of people are all or none of what is compared, **nothing is merged**: everything goes to \`review.csv\`, the first line says why and what would help, and the exit code is 3. \`--sure\` merges all the same, from which score on. The same holds for rows that are **events** of one party (gifts, orders, visits): where a column of amounts or dates differs in nearly every group as between rows at random, \`clean.csv\` keeps every row, and \`crosswalk.csv\` says by \`group\` which are of one party. Dates that say when a row was made or changed (\`Created\`, \`Modified\`, \`Signup\`) and prices that differ by less than a quarter are no events. Which row survives, and which value of each column, is said by \`survivorship.json\` (\`--survivorship FILE\`): by default the most complete row, its blanks filled from the others. A column such as \`Last Modified\` or \`Created\` gives rows their age. The input is never changed. Rows are read three times instead of being kept; only rows of groups are in memory.

People's decisions come back: fill the column \`same\` of \`review.csv\` (yes or no, in the commoner languages of Europe or as a spreadsheet writes them; nothing or \`?\` where it is undecided; one row of a review is enough) and give the file to \`clean --decisions review.csv\` with the same rows and another \`--out\`. Rows that are the same by a decision become one record, whatever their score and whatever contradicts; rows that are not the same never do, not through a third row either. A file with the columns \`id1\`, \`id2\` and \`same\` (and \`source1\`, \`source2\` of several files) does as well. The column \`pair\` names both rows by number and content: a row that has moved is found, a decision about one that was changed since, or about another file, is refused and named. Where decisions contradict each other (A = B and B = C, but A is not C), "no" holds, the others join nothing, and all of them come first in the next \`review.csv\`, which carries every decision on.

Answers are also learned from, by \`clean --decisions FILE\` or \`--labels FILE\` of \`clean\`, \`dedupe\` and \`train\` (which take a \`review.csv\` or \`id1,id2,same\` alike): where they contradict what was learned without them beyond what chance makes of so few, the prior, the weights of the fields and the threshold are corrected; where they bear it out nothing changes. The next \`review.csv\` asks again: pairs drawn by lot, the likelier the more undecided they are, so that the answers tell of all undecided pairs rather than of the oddest. \`npm run bench -- labels\` measures what 50 answers change.

Rows that are neither people nor companies (products, papers, parts) are compared by an object made of their columns: \`clean\`, \`dedupe\` and \`train\` do so by themselves where no column of a table names a person or a company or says how to reach one, and with \`--object auto\`; \`import\` asks for \`--object\` there. Columns become texts, amounts, dates, addresses or identifiers by their values; model numbers and other numbers within texts (\`5-port\`, \`8-port\`) are compared for themselves. Since nothing is known of what such columns mean, \`clean\` merges such rows only with 20 answers or more, or \`--sure\`.

Several files, or \`--source COLUMN\`, are linked: rows of one source are never compared. Columns of later files that fill the same field share a column of the output. In all files a value that a spreadsheet would run as a formula gets an apostrophe before it.

\`clean.csv\` has the form of the input, where that is CSV; of several files, of the first: its delimiter, quotes, line ends, byte order mark and encoding, its header, and what stands above that. The cells of a row that nothing was merged into, those beyond the header among them, are those of the input byte for byte, but for those that get an apostrophe; with \`--raw\`, which leaves the apostrophe away in \`clean.csv\` and \`crosswalk.csv\`, all are. Empty lines are left out, and a broken quote is mended. Where the encoding has no characters for a value of another file, \`clean.csv\` is written in UTF-8 with a mark, and a note names the value. The other CSV files have the same delimiter and are in UTF-8, with a byte order mark where the input has one or is in another encoding. \`--no-like-input\` writes commas, line feeds and UTF-8, as is done for JSON and for several files of which the first is a workbook.\n\nOf one Excel workbook \`clean.xlsx\` is made instead: the workbook itself without the rows that are merged into others. Values, number formats, widths, the header, what stands above it and other sheets are as they were; a value that comes from a merged row brings its format along. Rows move up, and so formulas in them become their values; comments of the sheet and merged cells below the header are left out. What was written is read again: where it does not hold the rows that it should, \`clean.csv\` is written instead, and a note says so. The other files are CSV.

\`import\`, \`dedupe\`, \`train\`, \`suggest\` and \`evaluate\` guess columns in the same way.

## Deduplicate a file

\`dedupe\` finds every pair of duplicates without a server; the output does not depend on \`--threads\`. From 200 rows and two fields on it learns a scenario from the rows themselves, shows the fields that it compared, how, and which precision and recall to expect. \`--precision 99\` raises the threshold until that is expected, \`--threshold 80\` sets it. With less to learn from it applies the scenarios of the search target and says why; \`--scenario built-in\` does so at once, \`--scenario FILE\` takes others, \`--learn\` learns from however little, or fails.

A scenario of the search target needs the evidence that an upsert asks for, as a share of what the file has, and more than persons' names alone; a file with names and places only cannot give it and is judged by these, which a note says. A second note says where pairs outnumber rows: map more columns, or use \`suggest\`, or the scenarios that are switched off (\`scenarios --all\`; switch one on in \`scenarios.json\`).

## Learn a scenario

\`train\` learns a scenario from records without a single label: how much each level of agreement says in each field, how common each value is, how many duplicates there are, and how often different people look alike for a reason (one household, one name, one country). Its score is 100 x the probability of a match (Fellegi and Sunter's model, estimated by expectation and maximization). The command reports the precision and recall to expect at each threshold; \`--precision 99\` raises the threshold until that is expected. Everything it learned is frozen in the file, so a score does not drift with every upsert; train again to refresh it. The same records and seed give the same file. \`dedupe\` learns and applies in one go.

Copy the scenario into \`scenarios.json\` of the configuration folder: search, upsert and \`explain\` (in bits: prior, fields, look-alikes) use it like any other. Map as many columns as you have: with names alone there is little to learn.
`;

it('COMMANDS.md shows the commands and options of the program, all of them and no others', async () => {
  const { commands } = await buildProgram();
  const page = [INTRODUCTION, '## All commands\n', ...commands.flatMap((each) => sections(each, 'likeness'))].join(
    '\n',
  );
  const options = await resolveConfig(new URL(PAGE, import.meta.url).pathname);
  await expect(await format(page, { ...options, parser: 'markdown' })).toMatchFileSnapshot(PAGE);
});

function sections(command: Command, parents: string): string[] {
  const name = `${parents} ${command.name()}`;
  const parameters = command.registeredArguments.map((argument) => {
    const written = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
    return { written, text: `- \`${written}\`: ${escaped(argument.description)}` };
  });
  const usage = [name, ...parameters.map(({ written }) => written)].join(' ');
  return [
    `### \`${usage}\`\n`,
    `${escaped(command.description())}\n`,
    ...parameters.map(({ text }) => text),
    ...command.options.map(optionLine),
    '',
    ...command.commands.flatMap((each) => sections(each, name)),
  ];
}

function optionLine(option: Option): string {
  const { flags, description, envVar, defaultValueDescription } = option;
  const given: unknown = option.defaultValue;
  const standard =
    defaultValueDescription ?? (given === undefined || typeof given === 'string' ? given : JSON.stringify(given));
  const more = [
    ...(isRequired(option) ? ['required'] : []),
    ...(option.argChoices ? [`one of ${option.argChoices.join(', ')}`] : []),
    ...(envVar === undefined ? [] : [`also \`${envVar}\``]),
    ...(standard === undefined || option.negate ? [] : [`default: ${standard}`]),
  ];
  return `- \`${flags}\`: ${escaped(description)}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
}

/** Asterisks, brackets and angle brackets outside code are text. */
function escaped(text: string): string {
  return text.replace(/`[^`]*`|[<>*_[\]]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
}
