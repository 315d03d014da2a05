import type { SearchOutput } from '../../records/contract/schemas.js';
import type { SearchAnswer } from '../likeness.js';

export const MOST_COUNTED = 10_000;

export class JsonSearchAnswer implements SearchAnswer {
  walked = 0;
  incomplete = false;
  total: number | undefined;
  readonly #lists = new Map<string, string>();
  #json: string | undefined;

  /** @param json a complete response */
  constructor(json?: string) {
    this.#json = json;
  }

  /** @param results results as JSON, joined by commas */
  set(prefix: string, results: string): void {
    this.#lists.set(prefix, results);
    this.#json = undefined;
  }

  get json(): string {
    return (this.#json ??= this.#write());
  }

  get output(): SearchOutput {
    return JSON.parse(this.json) as SearchOutput;
  }

  #write(): string {
    let members = '';
    for (const [prefix, results] of this.#lists)
      members += `${members === '' ? '' : ','}${JSON.stringify(prefix)}:[${results}]`;
    return `{${members}}`;
  }
}
