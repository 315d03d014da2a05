export interface Choice {
  readonly masterId?: string | undefined;
  /** Maps each field to the Id of the record whose value survives. */
  readonly fields: Readonly<Record<string, string>>;
  /** Ids of excluded records. */
  readonly without: readonly string[];
}

export const NO_CHOICE: Choice = { fields: {}, without: [] };

export function isChosen({ masterId, fields, without }: Choice): boolean {
  return masterId !== undefined || Object.keys(fields).length > 0 || without.length > 0;
}

/** Reads the choice from the URL, which contains Ids and names of fields, but no values. */
export function choiceIn(parameters: URLSearchParams): Choice {
  const list = (name: string): string[] => (parameters.get(name) ?? '').split(',').filter((one) => one !== '');
  const fields = list('take').map((one) => one.split(':') as [string, string]);
  return {
    masterId: parameters.get('keep') ?? undefined,
    fields: Object.fromEntries(fields.filter(([, id]) => typeof id === 'string')),
    without: list('without'),
  };
}

export function choiceAsParameters({ masterId = '', fields, without }: Choice): Record<string, string> {
  const take = Object.entries(fields).map(([field, id]) => `${field}:${id}`);
  return { keep: masterId, take: take.join(','), without: without.join(',') };
}

/** Excludes or includes a record. An excluded record can neither survive nor contribute a value. */
export function withOrWithout(choice: Choice, id: string): Choice {
  if (choice.without.includes(id)) return { ...choice, without: choice.without.filter((one) => one !== id) };
  const fields = Object.fromEntries(Object.entries(choice.fields).filter(([, from]) => from !== id));
  const masterId = choice.masterId === id ? undefined : choice.masterId;
  return { masterId, fields, without: [...choice.without, id] };
}
