import { useTitle } from '../components/page-head.js';
import { call } from '../api/call.js';
import { allows, objects } from '../api/objects.js';
import { ErrorBox, Loading } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ItemView } from './item-view.js';
import { ListView } from './list-view.js';
import { readPlace } from './review-filters.js';

const DEFAULT_OBJECT = 'Contact';

async function lastCompared(signal: AbortSignal): Promise<{ objectType: string | undefined }> {
  const jobs = await call('jobs', { signal });
  return { objectType: jobs.find(({ status, undoes }) => status === 'completed' && undoes === null)?.objectType };
}

/** Shows possible duplicates, as a list or one after the other. @param id Id of an item */
export function Review({ id }: { readonly id?: string | undefined }) {
  const all = useResource('objects', objects, { keep: true });
  const last = useResource(allows('review') ? 'jobs' : undefined, lastCompared, { keep: true });
  useTitle(texts.nav.review);
  if (all.error) return <ErrorBox error={all.error} retry={all.reload} />;
  if (all.value === undefined || (last.isLoading && last.value === undefined)) return <Loading />;
  const place = readPlace(id);
  const { tab, kind, object: chosen } = place.filters;
  const wanted = last.value?.objectType ?? DEFAULT_OBJECT;
  const usual = (all.value.find(({ name }) => name === wanted) ?? all.value[0])?.name ?? '';
  // Groups always belong to one object.
  const object = tab === 'open' && kind !== 'pairs' && chosen === '' ? usual : chosen;
  const View = id === undefined ? ListView : ItemView;
  return <View place={place} object={object} objects={all.value} />;
}
