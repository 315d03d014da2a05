import { useEffect } from 'preact/hooks';
import { addressOf } from '../state/router.js';
import { knownName, objectOf, wantNames } from './reference-names.js';

/** A record by its name, as long as that is not known by its Id. */
export function RecordLink({ id }: { readonly id: string }) {
  useEffect(() => void wantNames([id]), [id]);
  const name = knownName(id);
  const type = objectOf(id);
  const shown = name === '' ? <span class="mono">{id}</span> : <bdi>{name}</bdi>;
  return type === undefined ? (
    shown
  ) : (
    <a class="record-link" href={addressOf(['records', type.name, id])}>
      {shown}
    </a>
  );
}
