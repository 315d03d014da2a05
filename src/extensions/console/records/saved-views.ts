import { session } from '../api/call.js';
import type { ListPlace } from './list-address.js';

/** A list saved under a name: filter, order and columns of an object, without records. */
export interface SavedView extends Pick<ListPlace, 'where' | 'sort' | 'columns'> {
  readonly name: string;
}

/** Maximum saved views per object. */
const MOST = 50;

/** The key contains the client, so that clients do not see each other's views. */
const keyOf = (objectType: string): string => `likeness.views.${session.value?.clientId ?? ''}.${objectType}`;

export function savedViews(objectType: string): readonly SavedView[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(objectType)) ?? '[]');
    return Array.isArray(found) ? found.filter(isView) : [];
  } catch {
    // Ignore content that is not a list of views.
    return [];
  }
}

/** Replaces a view with the same name. @returns all views, by name */
export function saveView(objectType: string, view: SavedView): readonly SavedView[] {
  const others = savedViews(objectType).filter(({ name }) => name !== view.name);
  return keep(objectType, [...others, view]);
}

export function removeView(objectType: string, name: string): readonly SavedView[] {
  return keep(
    objectType,
    savedViews(objectType).filter((view) => view.name !== name),
  );
}

function keep(objectType: string, views: readonly SavedView[]): readonly SavedView[] {
  const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST);
  localStorage.setItem(keyOf(objectType), JSON.stringify(sorted));
  return sorted;
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, where, sort, columns } = value as Record<string, unknown>;
  return [name, where, sort, columns].every((part) => typeof part === 'string');
}
