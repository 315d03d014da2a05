import { addressOf, parameters } from '../state/router.js';

/** The filter, order, columns and position of a list. All four are in the fragment (`#`) of the URL. */
export interface ListPlace {
  readonly where: string;
  /** `Field`, or `Field DESC`. `''` means Id order. */
  readonly sort: string;
  /** Names of the shown fields, separated by commas. `''` means the default. */
  readonly columns: string;
  /** Id of the first visible row. `''` means the start. */
  readonly at: string;
}

export function listPlace(): ListPlace {
  const get = (name: string): string => parameters.value.get(name) ?? '';
  return { where: get('where'), sort: get('sort'), columns: get('columns'), at: get('at') };
}

export const listAddress = (objectType: string, place: Partial<ListPlace>): string =>
  addressOf(['records', objectType], { where: '', sort: '', columns: '', at: '', ...place });

export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}

export function sortOf(text: string): Sort {
  const [field = '', direction = ''] = text.split(' ');
  return { field: field || 'Id', isDescending: direction.toUpperCase() === 'DESC' };
}

/** Omits Id order, which is the default. */
export const sortText = ({ field, isDescending }: Sort): string =>
  isDescending ? `${field} DESC` : field === 'Id' ? '' : field;
