import { searchInputSchema, searchOutputSchema } from '../../records/contract/schemas.js';
import type { SearchInput } from '../../records/contract/schemas.js';
import type { Likeness } from '../../service/likeness.js';
import { ScenarioChoice } from '../../service/search/scenario-choice.js';
import { MOST_COUNTED } from '../../service/search/search-answer.js';
import { endpoint, ok } from '../endpoint.js';
import { attributes, LEAD, person, scenarioScore } from './shared.js';

/** Returns a warning that explains why no scenario applied. */
function whyNoneApplies(
  { registry, scenarios }: Likeness['configuration'],
  { objectPrefix, scenarioIds = [] }: SearchInput,
): string | undefined {
  const name = registry.byPrefix(objectPrefix)?.name ?? '';
  if (scenarioIds.length === 0) {
    const isSearched = scenarios.some(({ object, usage }) => object === name && usage.includes('restSearch'));
    return isSearched ? undefined : `no active scenario compares ${name}, so nothing was searched`;
  }
  if (new ScenarioChoice(scenarios).choose(name, 'restSearch', scenarioIds).length > 0) return undefined;
  return `none of the scenarioIds is an active scenario of ${name}, so nothing was searched`;
}

export const search = endpoint('search', 'POST', '{product}/dc3Api/search', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'search',
  summary: 'Search for potential duplicates of the submitted values',
  headers: {
    Prefer: {
      description: '`count=exact` counts all matches, including those beyond `maxResults` (RFC 7240)',
      type: 'string',
      maxLength: 255,
    },
  },
  body: { schema: searchInputSchema, example: { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } } },
  responses: ok({
    description: 'Matches, keyed by the Id prefix of their object; best match first',
    schema: searchOutputSchema,
    example: {
      '00Q': [{ score: 100, scenarioScores: [scenarioScore], objectData: { attributes, Id: LEAD, ...person } }],
    },
    headers: {
      'Likeness-Incomplete': {
        description: 'Present if the search stopped early to protect the service against malicious data',
        schema: { type: 'string' },
      },
      Warning: {
        description:
          '`299 likeness "…"` (RFC 9111). Present if no active scenario compares the object, or scenarioIds contains none of its scenarios',
        schema: { type: 'string' },
      },
      'Likeness-Total': {
        description: `Number of matches of the requested object, with \`Prefer: count=exact\`. ${MOST_COUNTED} means at least that many`,
        schema: { type: 'integer' },
      },
    },
  }),
  async handle({ request, body: input, client }, { likeness, metrics }) {
    const { client_id: clientId } = client;
    // Ignore unknown preferences (RFC 7240).
    const isCounted = /(?:^|[,;])count=exact(?:$|[,;])/i.test(
      String(request.headers.prefer ?? '').replaceAll(/[\s"]/gu, ''),
    );
    const found = await likeness.search(input, clientId, isCounted);
    const { json, walked, incomplete, total } = found;
    metrics.search(walked, incomplete);
    const headers = incomplete ? ['Likeness-Incomplete', 'true'] : [];
    const warning = whyNoneApplies(likeness.configuration, input);
    if (warning !== undefined) headers.push('Warning', `299 likeness "${warning}"`);
    if (total !== undefined) headers.push('Likeness-Total', String(total), 'Preference-Applied', 'count=exact');
    return { status: 200, body: json, ...(headers.length > 0 && { headers }) };
  },
});
