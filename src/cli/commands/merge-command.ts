import type { Command } from 'commander';
import type { MergeOutput } from '../../service/merge/merge-types.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argumentList, command, text, texts } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withService } from '../meant-store.js';
import { jsonOption, objectOption, parseAssignments, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';

export const mergeCommand = (): Command =>
  command({
    name: 'merge',
    description:
      'merge several records into one, according to survivorship.json; `likeness undo` undoes the whole merge',
    inputs: {
      ids: argumentList('<records...>', 'Ids of the records to merge'),
      ...objectOption,
      master: text('--master <id>', 'Id of the record to keep (default: chosen by the survivorship rules)'),
      set: texts(
        '--set <values...>',
        'value of a field: Field=ID keeps the value of the record with that Id, and Field=value sets a new value',
      ),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'merge 0030000000000AfAAI 0030000000000AgAAI --object Contact',
      'merge 0030000000000AfAAI 0030000000000AgAAI --object Contact --set Phone=0030000000000AgAAI Title=Director',
    ],
    run: async ({ ids, object, master, set, json, ...given }) => {
      const configuration = await configurationMeant(given);
      const input = {
        objectType: objectType(configuration, object).name,
        ids,
        ...(master !== undefined && { masterId: master }),
        ...(set !== undefined && { fields: parseAssignments(set) }),
      };
      const merged = await withService(given, configuration, {
        local: async (likeness) => {
          const output = await likeness.merging.merge(input, { clientId: COMMAND_LINE });
          await auditIn(given, { action: 'merged', target: [output.masterId, ...output.mergedIds] });
          return output;
        },
        remote: (service) => service.call('merge', { body: input }),
      });
      show(json, merged, () => mergeText(merged));
    },
  });

function mergeText({ masterId, masterRule, mergedIds, repointed, changeId, fields }: MergeOutput): string {
  if (changeId === null) return `nothing to merge: all records are already merged into ${masterId}\n`;
  const rows = fields.map(({ field, value, rule, from }) => [
    field,
    value === null ? '' : String(value),
    rule,
    from.join(' '),
  ]);
  const chosen = rows.length === 0 ? '' : table(['field', 'value', 'rule', 'from'], rows, 60);
  return `merged ${mergedIds.join(' ')} into ${masterId} (${masterRule}); ${repointed} references now point to it\n${chosen}to undo the merge: likeness undo ${changeId}\n`;
}
