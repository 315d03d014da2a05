import { session } from '../api/call.js';
import type { ListPlace } from './list-address.js';

/** A list that somebody named: what is shown of an object, and in which order. No record is in it. */
export interface SavedView extends Pick<ListPlace, 'where' | 'sort' | 'columns'> {
  readonly name: string;
}

/** Views of one object that are kept. */
const MOST = 50;

/** In this browser, by client and object: what one of them names is not for the others. */
const keyOf = (objectType: string): string => `likeness.views.${session.value?.clientId ?? ''}.${objectType}`;

export function savedViews(objectType: string): readonly SavedView[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(objectType)) ?? '[]');
    return Array.isArray(found) ? found.filter(isView) : [];
  } catch {
    // It was written by something else.
    return [];
  }
}

/** A view of the same name is replaced. @returns all views, by name */
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
