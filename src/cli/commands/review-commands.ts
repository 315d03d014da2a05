import { join } from 'node:path';
import type { Command } from 'commander';
import { makeFolder } from '../../runtime/make-folder.js';
import type { DecisionsPage, DecisionsQuery, ShownDecision } from '../../service/review/review-types.js';
import { VERDICTS, type Verdict } from '../../store/review-decisions.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, argumentList, command, commandGroup, required, text } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withService } from '../meant-store.js';
import { jsonOption, objectOption, serviceOptions } from '../options.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { note } from '../../runtime/notes.js';
import type { ObjectType } from '../../records/object-type.js';
import { csvLine, guard } from '../../files/write/csv.js';

const caller = { clientId: COMMAND_LINE };
const PAGE = 200;

export const reviewCommand = (): Command =>
  commandGroup('review', 'decide whether records are duplicates, and list decisions', [
    decideCommand(),
    listCommand(),
    revokeCommand(),
    labelsCommand(),
  ]);

const decideCommand = (): Command =>
  command({
    name: 'decide',
    description:
      'decide whether a suspected pair, or other records of one object, are duplicates; `duplicate` merges them',
    inputs: {
      verdict: argument('<verdict>', VERDICTS.join(', ')),
      ids: argumentList('<ids...>', 'Ids of the records, or the Id of a suspected pair'),
      note: text('--note <text>', 'note for other reviewers'),
      master: text(
        '--master <id>',
        'with `duplicate`: Id of the record to keep (default: chosen by the survivorship rules)',
      ),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'review decide notDuplicate 0030000000000AfAAI 0030000000000AgAAI --note "mother and daughter"',
      'review decide duplicate pair-000000000012',
    ],
    run: async ({ verdict, ids, note: words, master, json, ...given }) => {
      const [first] = ids;
      const isPair = ids.length === 1 && first!.startsWith('pair-');
      const input = {
        verdict: verdictOf(verdict),
        ...(isPair ? { pairId: first } : { recordIds: ids }),
        ...(words !== undefined && { note: words }),
        ...(master !== undefined && { masterId: master }),
      };
      const decision = await withService(given, await configurationMeant(given), {
        local: async (likeness) => {
          const decided = await likeness.review.decide(input, caller);
          if (decided.changeId !== null)
            await auditIn(given, { action: 'merged', target: decided.records.map((record) => record.id) });
          return decided;
        },
        remote: (service) => service.call('decide', { body: input }),
      });
      show(json, decision, () => {
        const undo = decision.changeId === null ? '' : `; to undo the merge: likeness undo ${decision.changeId}`;
        return `${decision.id}: ${decision.verdict} of ${decision.records.map(({ id }) => id).join(' ')}${undo}\n`;
      });
    },
  });

const listCommand = (): Command =>
  command({
    name: 'list',
    description: 'list decisions, newest first',
    inputs: {
      object: text('--object <type>', 'list only decisions about records of this object'),
      verdict: text('--verdict <verdict>', `list only decisions with this verdict: ${VERDICTS.join(', ')}`),
      record: text('--record <id>', 'list only decisions about this record'),
      before: text('--before <next>', 'show the next page: the value that the previous page printed at its end'),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: ['review list --object Contact --verdict later'],
    run: async ({ object, verdict, record, before, json, ...given }) => {
      const query: DecisionsQuery = {
        objectType: object,
        verdict: verdict === undefined ? undefined : verdictOf(verdict),
        recordId: record,
        before,
        pageSize: 50,
      };
      const page = await withService(given, await configurationMeant(given), {
        local: (likeness) => Promise.resolve(likeness.review.decisions(query)),
        remote: (service) => service.call('decisions', { query }),
      });
      show(json, page, () =>
        table(
          ['decision', 'time', 'who', 'verdict', 'in force', 'records', 'note'],
          page.records.map((each) => [
            each.id,
            each.time,
            each.clientId,
            each.verdict,
            each.inForce ? 'yes' : 'no',
            each.records.map(({ id }) => id).join(' '),
            each.note ?? '',
          ]),
          60,
        ),
      );
      if (json !== true && page.next !== null) note(`for the next page: --before ${page.next}`);
    },
  });

const revokeCommand = (): Command =>
  command({
    name: 'revoke',
    description: 'revoke a decision',
    inputs: { id: argument('<decision>', 'Id of the decision'), ...serviceOptions, ...jsonOption },
    examples: ['review revoke decision-000000000012'],
    run: async ({ id, json, ...given }) => {
      const revoked = await withService(given, await configurationMeant(given), {
        local: (likeness) => likeness.review.revoke(id, caller),
        remote: (service) => service.call('revokeDecision', { params: { decisionId: id } }),
      });
      show(json, revoked, () => `${id} is revoked\n`);
    },
  });

const labelsCommand = (): Command =>
  command({
    name: 'labels',
    description: 'write the decisions as labels for `evaluate`, with the values at the time of each decision',
    inputs: {
      ...objectOption,
      out: required('--out <dir>', 'folder for records.csv and labels.csv'),
      ...serviceOptions,
      ...jsonOption,
    },
    remarks:
      'Postponed decisions are not labels. A record whose values changed between decisions becomes several rows.',
    examples: [
      'review labels --object Contact --out judged',
      'evaluate judged/records.csv --object Contact --id id --labels judged/labels.csv',
    ],
    run: async ({ object, out, json, ...given }) => {
      const configuration = await configurationMeant(given);
      const type = objectType(configuration, object);
      const decisions = await withService(given, configuration, {
        local: (likeness) => allDecisions((query) => Promise.resolve(likeness.review.decisions(query)), type.name),
        remote: (service) => allDecisions((query) => service.call('decisions', { query }), type.name),
      });
      await makeFolder(out);
      const rowIds = new RowIds();
      const rows = judgedCsv(type, decisions, rowIds);
      const labels = labelsCsv(decisions, rowIds);
      await OutputFile.write(join(out, 'records.csv'), (output) => output.add(rows.text));
      await OutputFile.write(join(out, 'labels.csv'), (output) => output.add(labels.text));
      const counts = { records: rows.count, labels: labels.count };
      show(json, counts, () => `${counts.labels} judged pairs of ${counts.records} records written to ${out}\n`);
    },
  });

async function allDecisions(
  read: (query: DecisionsQuery) => Promise<DecisionsPage>,
  objectType: string,
): Promise<ShownDecision[]> {
  const all: ShownDecision[] = [];
  for (let before: string | undefined; ;) {
    const { records, next } = await read({ objectType, pageSize: PAGE, texts: true, before });
    all.push(...records);
    if (next === null) return all;
    before = next;
  }
}

function verdictOf(word: string): Verdict {
  const verdict = VERDICTS.find((each) => each.toLowerCase() === word.toLowerCase());
  if (verdict === undefined) throw new WrongUse(`'${word}' is not a verdict: expected ${VERDICTS.join(', ')}`);
  return verdict;
}

interface Csv {
  readonly text: string;
  readonly count: number;
}

/** Formats the records as they were when judged, in their object's columns. Each set of values is included once. */
function judgedCsv(type: ObjectType, decisions: readonly ShownDecision[], rowIds: RowIds): Csv {
  const rows = new Map<string, Record<string, string>>();
  for (const { records } of decisions) for (const { id, texts = {} } of records) rows.set(rowIds.of(id, texts), texts);
  const used = new Set([...rows.values()].flatMap((texts) => Object.keys(texts)));
  const columns = type.fields.map(({ name }) => name).filter((name) => used.has(name));
  const lines = [...rows].map(([id, texts]) => csvLine([id, ...columns.map((name) => guard(texts[name] ?? ''))]));
  return { text: csvLine(['id', ...columns]) + lines.join(''), count: rows.size };
}

/** Labels every pair of records in a decision. Decisions are newest first, so the newest verdict of a pair wins. */
function labelsCsv(decisions: readonly ShownDecision[], rowIds: RowIds): Csv {
  const labels = new Map<string, string>();
  for (const { verdict, records } of decisions) {
    const ids = records.map(({ id, texts = {} }) => rowIds.of(id, texts));
    ids.forEach((one, i) => {
      for (const two of ids.slice(i + 1)) {
        const key = [one, two].sort().join(' ');
        if (!labels.has(key))
          labels.set(key, verdict === 'later' ? '' : csvLine([one, two, String(verdict === 'duplicate')]));
      }
    });
  }
  const lines = [...labels.values()].filter((line) => line !== '');
  return { text: csvLine(['id1', 'id2', 'is_match']) + lines.join(''), count: lines.length };
}

/** Names of rows. A name is a record's Id, with a suffix if the record was also judged with other values. */
class RowIds {
  /** The sets of values that a record had when it was judged, by record Id. */
  readonly #versions = new Map<string, string[]>();

  of(id: string, texts: Readonly<Record<string, string>>): string {
    const versions = this.#versions.get(id) ?? [];
    this.#versions.set(id, versions);
    const text = JSON.stringify(texts);
    const at = versions.indexOf(text);
    const version = at < 0 ? versions.push(text) - 1 : at;
    return version === 0 ? id : `${id}-${version + 1}`;
  }
}
