import { fromDouble } from '../decimal.js';
import { FormulaError } from '../errors.js';
import type { Geolocation } from '../value.js';
import { define, type FormulaFunction } from './formula-function.js';

/** Twice the mean radius of the Earth, by unit, as on the platform. */
const EARTH_DIAMETER = new Map([
  ['mi', 7917.522],
  ['km', 12742.018],
]);

function direction({ latitude, longitude }: Geolocation): readonly [number, number, number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.sin(lambda) * Math.cos(phi), Math.cos(lambda) * Math.cos(phi), Math.sin(phi)];
}

/** Returns the great-circle distance, computed from the chord. */
function distance(from: Geolocation, to: Geolocation, diameter: number): number {
  const [a, b] = [direction(from), direction(to)];
  const straight = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return diameter * Math.asin(Math.min(1, straight / 2));
}

export const geographyFunctions: Readonly<Record<string, FormulaFunction>> = {
  /** Blank if both numbers are blank. Fails if one number is blank, or outside -90..90 or -180..180 degrees. */
  GEOLOCATION: define(
    'GEOLOCATION(latitude, longitude)',
    ['number', 'number'],
    'geolocation',
    (_scope, north, east) => {
      if (north === null && east === null) return null;
      if (north === null || east === null)
        throw new FormulaError('GEOLOCATION: latitude and longitude must both be given');
      if (north.abs().gt(90))
        throw new FormulaError(`GEOLOCATION: the latitude ${north.toString()} is not between -90 and 90`);
      if (east.abs().gt(180))
        throw new FormulaError(`GEOLOCATION: the longitude ${east.toString()} is not between -180 and 180`);
      return { latitude: north.toNumber(), longitude: east.toNumber() };
    },
  ),
  DISTANCE: define(
    "DISTANCE(location1, location2, 'mi' or 'km')",
    ['geolocation', 'geolocation', 'text'],
    'number',
    (_scope, from, to, unit) => {
      const diameter = EARTH_DIAMETER.get(unit.toLowerCase());
      if (diameter === undefined) throw new FormulaError(`DISTANCE: the unit must be 'mi' or 'km'`);
      return from === null || to === null ? null : fromDouble(distance(from, to, diameter), 'DISTANCE');
    },
  ),
};
