import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

interface Code {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** A local OpenID provider: discovery, authorization code with PKCE, signed tokens. */
export class ProviderServer {
  issuer = '';
  claims: JWTPayload = { sub: 'user-1', name: 'Ann Steward', groups: ['stewards'] };
  /** Changes the claims of a token to invalid claims. */
  spoil: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  signer: 'own' | 'stranger' = 'own';
  secret: string | undefined;
  status = 200;
  readonly seen: URL[] = [];
  readonly #codes = new Map<string, Code>();
  #keys!: { own: SigningKey; stranger: SigningKey; jwks: object };
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  async listen(): Promise<this> {
    const [own, stranger] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    this.#keys = { own: own.privateKey, stranger: stranger.privateKey, jwks: { keys: [jwk] } };
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.issuer);
    const json = (value: unknown, status = this.status) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration')
      return void json({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      });
    if (url.pathname === '/jwks') return void json(this.#keys.jwks);
    if (url.pathname === '/authorize') {
      this.#authorize(url, response);
      return;
    }
    let body = '';
    for await (const piece of request) body += String(piece);
    const form = new URLSearchParams(body);
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${Buffer.from(`console:${this.secret}`).toString('base64')}`;
    const isClient = this.secret === undefined || request.headers.authorization === basic;
    if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri') || !isClient)
      return void json({ error: 'invalid_grant' }, 400);
    json({ access_token: 'opaque', token_type: 'Bearer', id_token: await this.#idToken(code.nonce) });
  }

  /** Logs in every user without asking. */
  #authorize(url: URL, response: ServerResponse): void {
    this.seen.push(url);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { challenge: get('code_challenge'), nonce: get('nonce'), redirectUri: get('redirect_uri') });
    const back = new URL(get('redirect_uri'));
    for (const [name, value] of Object.entries({ code, state: get('state'), iss: this.issuer }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  #idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.issuer, aud: 'console', iat: now, exp: now + 300, nonce, ...this.claims };
    return new SignJWT(this.spoil(claims))
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(this.#keys[this.signer]);
  }
}
