import jsforce from 'jsforce';
import { describe, expect, it } from 'vitest';
import { serveForAll, TOKEN, type Reply } from './serve.js';

const DAY = 86_400_000;

describe('a refresh token', () => {
  let time = Date.now();
  const served = serveForAll({ now: () => time });

  const refresh = (form: Record<string, string>): Promise<Reply> =>
    served.call('POST', TOKEN, {
      body: new URLSearchParams({ grant_type: 'refresh_token', ...form }),
      headers: { authorization: undefined },
    });
  const credentials = ({ client_id, client_secret } = served.client) => ({ client_id, client_secret: client_secret });
  const issued = (clientId = served.client.client_id) => served.auth.issueRefreshToken(clientId);

  it('gets access tokens for its client, again and again', async () => {
    const refresh_token = issued();
    for (let count = 0; count < 2; count++) {
      const { status, body } = await refresh({ ...credentials(), refresh_token });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('refresh_token');
      const headers = { authorization: `Bearer ${body.access_token}` };
      expect((await served.call('GET', '/services/data/v60.0/sobjects', { headers })).status).toBe(200);
      time += 100 * DAY;
      if (count === 0)
        expect((await served.call('GET', '/services/data/v60.0/sobjects', { headers })).status).toBe(401);
    }
  });

  it('ends by revocation', async () => {
    const code = async (form: Record<string, string>) => (await refresh(form)).body.error;
    const revoked = issued();
    await served.call('POST', '/services/oauth2/revoke', {
      body: new URLSearchParams({ token: revoked }),
      headers: { authorization: undefined },
    });
    expect(await code({ ...credentials(), refresh_token: revoked })).toBe('invalid_grant');
  });

  it('lets jsforce log in again by itself when its access token has ended', async () => {
    const { client_id: clientId, client_secret: clientSecret } = served.client;
    const connection = new jsforce.Connection({
      oauth2: { loginUrl: served.url, clientId, clientSecret: clientSecret },
      instanceUrl: served.url,
      accessToken: 'ended',
      refreshToken: issued(),
    });
    expect((await connection.query('SELECT Id FROM Lead')).totalSize).toBe(0);
    expect(connection.accessToken).not.toBe('ended');
  });
});
