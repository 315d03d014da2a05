/**
 * A `curl` line for each endpoint, ready to paste (POSIX shells).
 *
 * @param base URL of the endpoints, without trailing slash
 */
export function callExamples(base: string, token: string): { upsert: string; search: string } {
  const person = { FirstName: 'Jim', LastName: 'Martinez', Company: 'Williams and Anderson' };
  const email = 'james.martinez@williamsanderson.example';
  const input = {
    duplicateCheck: true,
    objectType: 'Lead',
    objectData: { ...person, Email: email, Title: 'Head of Purchasing' },
  };
  return {
    upsert: curl(`${base}/dc3DataApi`, token, { input }),
    search: curl(`${base}/dc3Api/search`, token, { objectPrefix: '00Q', objectData: person }),
  };
}

function curl(address: string, token: string, body: unknown): string {
  return `curl -sS '${address}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
