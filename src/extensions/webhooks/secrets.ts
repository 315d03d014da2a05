import { join } from 'node:path';
import { z } from 'zod';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import { replaceFileSync } from '../../store/replace-file.js';
import { withFileLock } from '../../service/auth/file-lock.js';
import { WEBHOOK_SECRETS_FILE } from '../../service/auth/shared-files.js';
import { WatchedFile } from '../../service/auth/watched-file.js';
import { wrappedSecrets, type WrappedSecrets } from '../../store/wrapped-secrets.js';
import { newSecret } from './signature.js';
import { textOfFile } from '../../runtime/text-of-file.js';

const fileSchema = z.strictObject({
  version: z.literal(1),
  secrets: z.record(
    z.string(),
    z.strictObject({
      current: z.string(),
      /** The previous secret, which also signs events until the time `until` (ISO 8601). */
      previous: z.strictObject({ secret: z.string(), until: z.iso.datetime() }).optional(),
    }),
  ),
});
type SecretsFile = z.output<typeof fileSchema>;

/**
 * Stores secrets in `webhooks.secrets` of the data folder, readable only by its owner, and never in a backup. Secrets
 * are not hashed, because they sign every event. Changes made on the command line take effect immediately.
 */
export class WebhookSecrets {
  readonly #path: string;
  readonly #file: WatchedFile<SecretsFile>;

  constructor(
    private readonly dataFolder: string,
    private readonly secrets: WrappedSecrets = wrappedSecrets(),
  ) {
    this.#path = join(dataFolder, WEBHOOK_SECRETS_FILE);
    this.#file = new WatchedFile(this.#path, (text) => this.#parse(text), 'owner');
  }

  /** Returns the secrets that are currently used for signing, newest first. Creates a secret if there is none. */
  of(id: string, now: number): readonly string[] {
    const known = this.#file.read().secrets[id] ?? this.#update(id, (secret) => secret ?? { current: newSecret() });
    const { current, previous } = known;
    return previous !== undefined && Date.parse(previous.until) > now ? [current, previous.secret] : [current];
  }

  /** @param overlap milliseconds during which the previous secret also signs; 0 for none */
  rotate(id: string, overlap: number, now: number): string {
    return this.#update(id, (before) => ({
      current: newSecret(),
      ...(before !== undefined &&
        overlap > 0 && { previous: { secret: before.current, until: new Date(now + overlap).toISOString() } }),
    })).current;
  }

  #update(
    id: string,
    change: (before: SecretsFile['secrets'][string] | undefined) => SecretsFile['secrets'][string],
  ): SecretsFile['secrets'][string] {
    makeFolderSync(this.dataFolder, PRIVATE);
    return withFileLock(`${this.#path}.lock`, () => {
      const file = this.#parse(textOfFile(this.#path));
      const after = change(Object.hasOwn(file.secrets, id) ? file.secrets[id] : undefined);
      const text = `${JSON.stringify({ ...file, secrets: { ...file.secrets, [id]: after } })}\n`;
      replaceFileSync(this.#path, this.secrets.wrap(WEBHOOK_SECRETS_FILE, text));
      return after;
    });
  }

  #parse(stored: string | undefined): SecretsFile {
    if (stored === undefined) return { version: 1, secrets: {} };
    const text = this.secrets.unwrap(WEBHOOK_SECRETS_FILE, stored, this.#path);
    try {
      return fileSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(`likeness: ${this.#path} is damaged; remove it, and then give the new secrets to the receivers`);
    }
  }
}
