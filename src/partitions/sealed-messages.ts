import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Keys that are remembered. */
const MOST_KEYS = 1_000;

/** By whom and to whom a question and its answer go. */
export interface Exchange {
  /** Made up by the asker at its start. */
  readonly session: string;
  /** Of the question, in the asker's session: never used twice. */
  readonly number: number;
  /** The node that answers: made up at its start. */
  readonly node: string;
}

/**
 * Questions and answers between nodes: encrypted, and authentic on both sides, by a secret that only the database gives
 * (AES-256-GCM, NIST SP 800-38D). Each pair of an asker's session and an answering node has a key of its own (HKDF, RFC
 * 5869), in which a number is used once each way. So an answer is that to its question, and a question is of no use to
 * another node.
 */
export class SealedMessages {
  readonly #keys = new Map<string, Buffer>();

  constructor(private readonly secret: Buffer) {}

  seal(kind: 'question' | 'answer', exchange: Exchange, text: string): Buffer {
    const cipher = createCipheriv(CIPHER, this.#keyOf(exchange), nonceOf(kind, exchange));
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** @returns `undefined` for what was not sealed just so by a node of this database */
  open(kind: 'question' | 'answer', exchange: Exchange, sealed: Buffer): string | undefined {
    if (sealed.length < TAG_BYTES) return undefined;
    const end = sealed.length - TAG_BYTES;
    const key = this.#keyOf(exchange);
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, key, nonceOf(kind, exchange), options);
    decipher.setAuthTag(sealed.subarray(end));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  #keyOf({ session, node }: Exchange): Buffer {
    const name = `${session} ${node}`;
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', this.secret, session, `likeness part ${node}`, KEY_BYTES));
      // Whoever makes up sessions costs us their keys, and no memory.
      if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
      this.#keys.set(name, key);
    }
    return key;
  }
}

/** 12 bytes: which way, and the number. */
function nonceOf(kind: 'question' | 'answer', { number }: Exchange): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(kind === 'question' ? 1 : 2, 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}
