import type { Configuration } from '../../store/config/configuration.js';
import type { UpsertDataInput, UpsertDataOutput } from '../../records/contract/schemas.js';

type Choice = Pick<Configuration, 'registry' | 'scenarios'>;

/** Returns objects whose records were created without the requested check, because no active scenario compares them. */
export function uncheckedObjects(configuration: Choice, input: UpsertDataInput, output: UpsertDataOutput): string[] {
  const found = new Set<string>();
  const { scenarioIds = [] } = input;
  const look = (
    { objectType, duplicateCheck }: Pick<UpsertDataInput, 'objectType' | 'duplicateCheck'>,
    { isSuccess, isCreated }: Pick<UpsertDataOutput, 'isSuccess' | 'isCreated'>,
  ): void => {
    if (duplicateCheck !== true || !isSuccess || !isCreated) return;
    const name = configuration.registry.byName(objectType)?.name;
    if (name !== undefined && !isCompared(configuration, name, scenarioIds)) found.add(name);
  };
  look(input, output);
  input.relatedList?.forEach((related, i) => {
    const one = output.relatedList[i];
    if (one !== undefined) look(related, one);
  });
  return [...found];
}

export function isCompared(
  { scenarios }: Pick<Choice, 'scenarios'>,
  object: string,
  scenarioIds: readonly string[] = [],
): boolean {
  return scenarios.some(
    (each) =>
      each.object === object &&
      (each.usage.includes('restUpsert') ||
        [each.id, ...(each.aliases ?? [])].some(
          (id) => scenarioIds.includes(id) || scenarioIds.includes(id.slice(0, 15)),
        )),
  );
}
