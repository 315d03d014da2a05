import { addressOf, parameters } from '../state/router.js';

/** The listed object, its order, and the place in it: all of it stands behind the `#` of the address. */
export interface ListPlace {
  readonly where: string;
  /** `Field`, or `Field DESC`; `''`: in Id order. */
  readonly sort: string;
  /** Id of the first row that is seen; `''`: the beginning. */
  readonly at: string;
}

export function listPlace(): ListPlace {
  const { value } = parameters;
  return { where: value.get('where') ?? '', sort: value.get('sort') ?? '', at: value.get('at') ?? '' };
}

export const listAddress = (objectType: string, place: Partial<ListPlace>): string =>
  addressOf(['records', objectType], { where: '', sort: '', at: '', ...place });

export interface Sort {
  readonly field: string;
  readonly isDescending: boolean;
}

export function sortOf(text: string): Sort {
  const [field = '', direction = ''] = text.split(' ');
  return { field: field || 'Id', isDescending: direction.toUpperCase() === 'DESC' };
}

/** Id order is not named: it is that of an address without a sort. */
export const sortText = ({ field, isDescending }: Sort): string =>
  isDescending ? `${field} DESC` : field === 'Id' ? '' : field;
