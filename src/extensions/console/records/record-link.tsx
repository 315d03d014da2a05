import { useEffect } from 'preact/hooks';
import { addressOf } from '../state/router.js';
import { knownName, objectOf, wantNames } from './reference-names.js';

/** A link with the record's name, or its Id until the name is loaded. */
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
