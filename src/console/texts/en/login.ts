/** The login. */
export const login = {
  title: 'Log in',
  again: 'The session has ended. Log in again to go on where you were.',
  hint: 'The service prints a one-time address when it starts; “npx likeness console” prints a new one. Or log in as a client:',
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
