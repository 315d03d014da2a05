import fc from 'fast-check';
import { expect } from 'vitest';
import { decisionId } from '../../../src/store/review-decisions.js';
import { StoreUnavailableError } from '../../../src/store/store-errors.js';
import { SCENARIO } from './configuration.js';
import { answerOf, caller, type ServiceUnderTest } from './service-under-test.js';
import type { ModelState, Request, Sent, Values } from './state.js';

/** The model and its state, which a crash may reset. */
export interface Model {
  state: ModelState;
}

type Command = fc.AsyncCommand<Model, ServiceUnderTest>;
type Act = (model: Model, real: ServiceUnderTest) => Promise<void>;

class Step implements Command {
  constructor(
    readonly words: string,
    readonly act: Act,
    readonly isPossible: (model: Readonly<Model>) => boolean = () => true,
  ) {}
  check = (model: Readonly<Model>): boolean => this.isPossible(model);
  run = async (model: Model, real: ServiceUnderTest): Promise<void> => {
    await this.act(model, real);
    expect(await real.picture(model.state)).toBe(model.state.picture());
  };
  toString = (): string => this.words;
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 3 });
const fields = fc.record({
  Email: optional(fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example', null)),
  Department: optional(fc.constantFrom('north', 'south', null)),
  Title: optional(fc.constantFrom('t1', 't2', null)),
  Amount__c: optional(fc.oneof(fc.integer({ min: -5, max: 50 }), fc.constant(null))),
});
/** A last name is usually sent, because a create without one fails, and clearing it always fails. */
const lastName = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('Ash', 'Birch', 'Cedar') },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
);
const index = fc.nat(1000);
interface Plan {
  readonly values: Values;
  readonly Id: number | undefined;
  readonly account: number | undefined;
  readonly duplicateCheck: boolean;
  readonly duplicateScore: number;
}
const plan: fc.Arbitrary<Plan> = fc
  .record({
    fields,
    LastName: lastName,
    Id: fc.option(index, { nil: undefined, freq: 4 }),
    account: optional(index),
    duplicateCheck: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    duplicateScore: fc.constantFrom(0, 0, 0, 60, 75, 100),
  })
  .map(({ fields: values, LastName, ...rest }) => ({ values: present({ ...values, LastName }), ...rest }));

function present(values: Readonly<Record<string, string | number | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** Indexes into the model's lists become Ids when the command runs. */
function contactOf(state: ModelState, { values, Id, account, ...rest }: Plan): Sent {
  const known = state.ids('Contact');
  const accounts = state.ids('Account');
  const data: Sent['data'] = { ...values };
  if (Id !== undefined && known.length > 0) data.Id = known[Id % known.length]!;
  if (account !== undefined && accounts.length > 0) data['AccountId'] = accounts[account % accounts.length]!;
  return { data, ...rest };
}

interface FamilyPlan {
  readonly allOrNone: boolean;
  readonly Name: string | undefined;
  readonly Id: number | undefined;
  readonly contacts: readonly Plan[];
}
const family: fc.Arbitrary<FamilyPlan> = fc.record({
  allOrNone: fc.boolean(),
  Name: fc.constantFrom('Acme', 'Bell', 'Corp', undefined),
  Id: optional(index),
  contacts: fc.array(plan, { maxLength: 4 }),
});

function familyOf(state: ModelState, { allOrNone, Name, Id, contacts }: FamilyPlan): Request {
  const accounts = state.ids('Account');
  const account: Values & { Id?: string } = present({ Name });
  if (Id !== undefined && accounts.length > 0) account.Id = accounts[Id % accounts.length]!;
  return { allOrNone, account, contacts: contacts.map((each) => contactOf(state, each)) };
}

function requestOf(state: ModelState, each: Plan | FamilyPlan): Request {
  return 'contacts' in each ? familyOf(state, each) : { allOrNone: false, contacts: [contactOf(state, each)] };
}

const anyRequest = fc.oneof({ weight: 3, arbitrary: plan }, { weight: 2, arbitrary: family });

/** Concurrent requests, which are decided in the order of sending. */
const together = fc.array(anyRequest, { minLength: 1, maxLength: 6 }).map((plans) => {
  return new Step(`send ${JSON.stringify(plans)}`, async (model, real) => {
    const requests = plans.map((each) => requestOf(model.state, each));
    const expected = requests.map((request, i) => model.state.send(request, real.time + 1000 * (i + 1)));
    const outputs = await Promise.all(requests.map((request) => real.send(request)));
    expect(outputs.map(answerOf)).toEqual(expected);
  });
});

const remove = fc.tuple(fc.boolean(), index).map(([isAccount, place]) => {
  const type = isAccount ? 'Account' : 'Contact';
  return new Step(
    `delete ${type} ${place}`,
    async (model, real) => {
      const ids = model.state.ids(type);
      const id = ids[place % ids.length]!;
      model.state.delete(id);
      await real.likeness.deleteRecord(type, id, caller);
    },
    ({ state }) => state.ids(type).length > 0,
  );
});

/** Prefers recent changes, because later changes usually depend on earlier changes. */
const undo = fc.oneof(fc.nat(3), index).map(
  (place) =>
    new Step(
      `undo the change ${place} from the last`,
      async (model, real) => {
        const { changes } = model.state;
        const { number } = changes[changes.length - 1 - (place % changes.length)]!;
        const isAllowed = model.state.undo(number, real.time + 1000);
        const done = real.likeness.undo(`change-${String(number).padStart(12, '0')}`, caller);
        if (isAllowed) expect((await done).undoes).toBe(`change-${String(number).padStart(12, '0')}`);
        else await expect(done).rejects.toMatchObject({ status: 409, errorCode: 'UNDO_REFUSED' });
      },
      ({ state }) => state.changes.length > 0,
    ),
);

/** Merges any two past or present records. A merged record stands for its survivor. */
const merge = fc.tuple(fc.boolean(), index, index).map(([isAccount, first, second]) => {
  const objectType = isAccount ? 'Account' : 'Contact';
  const known = ({ changes }: ModelState): string[] => [
    ...new Set(changes.map(({ id }) => id).filter((id) => id.startsWith(isAccount ? '001' : '003'))),
  ];
  return new Step(
    `merge the ${objectType}s ${first} and ${second}`,
    async (model, real) => {
      const all = known(model.state);
      const masterId = all[first % all.length]!;
      const others = all.filter((each) => each !== masterId);
      const id = others[second % others.length]!;
      const expected = model.state.merge([masterId, id], real.time + 1000);
      const done = real.likeness.merging.merge({ objectType, masterId, ids: [id] }, caller);
      if (expected === undefined) await expect(done).rejects.toMatchObject({ status: 404 });
      else expect(await done).toMatchObject(expected);
    },
    ({ state }) => known(state).length > 1,
  );
});

const decide = fc
  .tuple(
    fc.constantFrom('duplicate', 'notDuplicate', 'notDuplicate', 'later'),
    fc.uniqueArray(index, { minLength: 2, maxLength: 3 }),
  )
  .map(([verdict, places]) => {
    const chosen = ({ state }: Readonly<Model>): string[] => {
      const known = state.ids('Contact');
      const ids = [...new Set(places.map((place) => known[place % known.length]!))];
      return verdict === 'duplicate' ? ids.slice(0, 2) : ids;
    };
    return new Step(
      `decide that the Contacts ${places.join(', ')} are: ${verdict}`,
      async (model, real) => {
        const ids = chosen(model);
        const number = model.state.decide(verdict, ids, real.time + 1000);
        const masterId = verdict === 'duplicate' ? { masterId: ids[0]! } : {};
        const { id } = await real.likeness.review.decide({ verdict, recordIds: ids, ...masterId }, caller);
        expect(id).toBe(decisionId(number));
      },
      (model) => model.state.ids('Contact').length > 1 && chosen(model).length > 1,
    );
  });

/** Sends the values of a record in an earlier decision again, as from a form. */
const again = fc.tuple(index, index).map(([place, which]) => {
  return new Step(
    `send again what the record ${which} of the decision ${place} from the last held`,
    async (model, real) => {
      const { decisions } = model.state;
      const { judged } = decisions[decisions.length - 1 - (place % decisions.length)]!;
      const data = [...judged.values()][which % judged.size]!;
      const request: Request = { allOrNone: false, contacts: [{ data, duplicateCheck: true, duplicateScore: 0 }] };
      const expected = model.state.send(request, real.time + 1000);
      expect(answerOf(await real.send(request))).toEqual(expected);
    },
    ({ state }) => state.decisions.length > 0,
  );
});

const revoke = index.map(
  (place) =>
    new Step(
      `take back the decision ${place} from the last`,
      async (model, real) => {
        const { decisions } = model.state;
        const { number } = decisions[decisions.length - 1 - (place % decisions.length)]!;
        const isAllowed = model.state.revoke(number);
        const done = real.likeness.review.revoke(decisionId(number), caller);
        if (isAllowed) expect((await done).id).toBe(decisionId(number));
        else await expect(done).rejects.toMatchObject({ status: 409, errorCode: 'REVOKE_REFUSED' });
      },
      ({ state }) => state.decisions.length > 0,
    ),
);

const search = fields.map(
  ({ Email, Department }) =>
    new Step(`search ${String(Email)} ${String(Department)}`, async (model, real) => {
      const values = present({ Email, Department });
      const { output } = await real.likeness.search({
        objectPrefix: '003',
        objectData: values,
        scenarioIds: [SCENARIO],
      });
      const found = output['003']!.map(({ score, objectData }) => ({ id: objectData['Id'], score }));
      expect(found).toEqual(model.state.search(values));
    }),
);

const restart = fc.constant(
  new Step('restart', async (model, real) => {
    await real.restart();
    model.state.restart();
  }),
);

/** Compacts in the background during later commands. */
const compact = fc.constant(
  new Step('compact', async (_, real) => {
    void real.store.compact().catch(() => undefined);
    return Promise.resolve();
  }),
);

/** Rebuilds the index in the background, some rows per change, or all at once. */
const renew = fc.boolean().map(
  (isWhole) =>
    new Step(isWhole ? 'renew the indexes' : 'begin to renew the indexes', async (_, real) => {
      for (const each of real.indexes) {
        each.compact();
        if (isWhole) while (each.compactFurther(2));
      }
      return Promise.resolve();
    }),
);

/** After a crash, the state must be the result of a prefix of the requests that includes all acknowledged requests. */
const crash = fc
  .tuple(
    fc.array(anyRequest, { maxLength: 6 }),
    fc.nat(14),
    fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
  )
  .map(([plans, operations, chances]) => {
    return new Step(`crash ${operations} operations into ${JSON.stringify(plans)}`, async (model, real) => {
      const requests = plans.map((each) => requestOf(model.state, each));
      const states = [model.state];
      for (const [i, request] of requests.entries()) {
        const next = states.at(-1)!.clone();
        next.send(request, real.time + 1000 * (i + 1));
        states.push(next);
      }
      const isAnswered = requests.map(() => false);
      const random = (): number => (chances.next().value as number | undefined) ?? 0;
      await real.crash(operations, random, () =>
        Promise.all(
          requests.map(async (request, i) => {
            const answer = await real.send(request).catch((error: unknown) => {
              expect(error).toBeInstanceOf(StoreUnavailableError);
            });
            isAnswered[i] = answer !== undefined;
          }),
        ),
      );
      // A request that follows a refused request was decided without it, and may have changed nothing.
      const refused = isAnswered.indexOf(false);
      const inOrder = refused === -1 ? requests.length : refused;
      // A request that changes nothing does not write, so its response does not confirm earlier requests.
      const answered = states.findLastIndex(
        ({ changes }, i) => i > 0 && i <= inOrder && changes.length > states[i - 1]!.changes.length,
      );
      const all = states.at(-1)!;
      const found = await real.picture(all);
      const place = states.findLastIndex((state) => state.picture() === found);
      expect(place, found).toBeGreaterThanOrEqual(answered);
      model.state = states[place]!;
      model.state.restart();
    });
  });

export const programs = fc.commands(
  [
    together,
    together,
    together,
    remove,
    merge,
    merge,
    decide,
    decide,
    again,
    again,
    revoke,
    undo,
    undo,
    search,
    restart,
    renew,
    compact,
    crash,
  ],
  { maxCommands: 30, size: '+1' },
);
