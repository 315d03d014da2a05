const BY_TYPE = new Map([
  ['email', 'email'],
  ['phone', 'phone'],
  ['url', 'website'],
]);
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(First|Last)Name$/i, 'personName'],
  [/Street$/i, 'street'],
  [/City$/i, 'city'],
  [/PostalCode$/i, 'postalCode'],
  [/^(Company|CompanyName|AccountName)(__c)?$/i, 'companyName'],
];

/**
 * Name of the match method that a field's declared type, else its name, calls for; `undefined` where they say nothing. `Name` depends on the object and is the caller's to judge.
 *
 * @param type declared field type (`string`, `email`, `phone` ...)
 */
export function methodOfField(name: string, type: string): string | undefined {
  return BY_TYPE.get(type) ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}
