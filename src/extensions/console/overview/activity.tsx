import { Numbers, Table } from '../components/table.js';
import { call } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import type { ActivityDay } from '../api/types.js';
import { Pending } from '../components/states.js';
import { formatDay, formatPercent, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';

const DAYS = 30;
const [WIDTH, HEIGHT, GAP] = [600, 96, 4];

const COLUMNS = ['records', 'created', 'matched', 'suspected', 'merged', 'decided'] as const;

/** Shows the records and duplicates of the last weeks by day and object. */
export function Activity({ round }: { readonly round: number }) {
  const found = useResource(`${round}`, (signal) => call('activity', { query: { days: DAYS }, signal }), {
    keep: true,
  });
  const { value } = found;
  const today = value?.at(-1)?.objects ?? [];
  const of = (objectType: string, column: (typeof COLUMNS)[number]): number =>
    column === 'records'
      ? (today.find((one) => one.objectType === objectType)?.records ?? 0)
      : sum(value ?? [], column, objectType);
  return (
    <section class="card wide">
      <h2>{say(texts.overview.activity, DAYS)}</h2>
      <Pending of={found} />
      {value && today.length === 0 && <p class="soft">{texts.records.empty}</p>}
      {value && today.length > 0 && (
        <div class="stack">
          <div class="day-charts">
            <Days days={value} label={texts.overview.newRecords} of={(day) => total(day, 'created')} />
            <Days
              days={value}
              label={texts.overview.duplicates}
              of={(day) => total(day, 'matched') + total(day, 'suspected') + total(day, 'merged')}
            />
            <Days
              days={value}
              label={texts.overview.duplicateRate}
              of={(day) => rateOf([day])}
              whole={() => rateOf(value)}
              format={formatPercent}
            />
            <Days
              days={value}
              label={texts.overview.openReviews}
              of={(day) => total(day, 'waiting')}
              whole={(numbers) => numbers.at(-1) ?? 0}
            />
          </div>
          <Table
            name={say(texts.overview.activity, DAYS)}
            labels={[texts.overview.object]}
            numbers={COLUMNS.map((column) => texts.overview.columns[column])}
          >
            {today.map(({ objectType }) => (
              <tr key={objectType}>
                <td>{objectLabel(objectType)}</td>
                <Numbers of={COLUMNS.map((column) => formatWhole(of(objectType, column)))} />
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}

interface DaysProps {
  readonly days: readonly ActivityDay[];
  readonly label: string;
  readonly of: (day: ActivityDay) => number;
  readonly whole?: (values: readonly number[]) => number;
  readonly format?: (value: number) => string;
}

const sumOf = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

function Days({ days, label, of, whole = sumOf, format = formatWhole }: DaysProps) {
  const values = days.map(of);
  const greatest = Math.max(0, ...values);
  const most = greatest === 0 ? 1 : greatest;
  const step = WIDTH / days.length;
  const all = whole(values);
  return (
    <figure class="day-chart">
      <figcaption class="soft small">
        {label}: <strong>{format(all)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say(texts.overview.chart, label, format(all), format(greatest))}
      >
        {values.map((value, i) => {
          const height = value === 0 ? 1 : Math.max(2, (value / most) * (HEIGHT - 2));
          const day = days[i]!.day;
          return (
            <rect
              key={day}
              class={value === 0 ? 'none' : ''}
              x={i * step}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
            >
              <title>{`${formatDay(day)}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div class="ends soft small">
        <span>{formatDay(days[0]!.day)}</span>
        <span>{formatDay(days.at(-1)!.day)}</span>
      </div>
    </figure>
  );
}

type Counted = Exclude<(typeof COLUMNS)[number], 'records'> | 'waiting';

/** Returns the share of new records that matched, or may match, existing records. */
function rateOf(days: readonly ActivityDay[]): number {
  const all = (column: Counted): number => sumOf(days.map((day) => total(day, column)));
  const came = all('created') + all('matched');
  return came === 0 ? 0 : (all('matched') + all('suspected')) / came;
}

function total({ objects }: ActivityDay, column: Counted): number {
  return objects.reduce((all, one) => all + one[column], 0);
}

function sum(days: readonly ActivityDay[], column: Counted, objectType: string): number {
  return days.reduce(
    (all, { objects }) => all + (objects.find((one) => one.objectType === objectType)?.[column] ?? 0),
    0,
  );
}
