/** The login. */
export const login = {
  title: 'Log in',
  again: 'The session has ended. Log in again to go on where you were.',
  about:
    'Finds records of one person or company that were saved more than once, keeps new ones from being added, and merges them.',
  hint: 'Log in with the Id and the secret that you were given.',
  whom: 'No Id, or it does not work?',
  ask: 'Ask whoever runs this service: they decide who may see and change records.',
  operators:
    'If you run it yourself: “npx likeness console” prints an address that logs in once, “npx likeness client add” makes an Id and a secret.',
  clientId: 'Client Id',
  clientSecret: 'Client secret',
  submit: 'Log in',
  busy: 'Logging in…',
  elsewhere: (label: string) => `Log in with ${label}`,
  refusals: {
    expired: 'The login took too long. Try again.',
    refused: 'The identity provider did not let you in.',
    unavailable: 'The identity provider cannot be reached at the moment.',
    noAccess: 'You are known, but nothing here is open to you. Ask whoever runs this service.',
  } as Readonly<Record<string, string>>,
} as const;
