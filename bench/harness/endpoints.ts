/** Default paths of the endpoints. */
export const SEARCH = '/services/apexrest/dupcheck/dc3Api/search';
export const UPSERT = '/services/apexrest/dupcheck/dc3DataApi';
export const FILES = '/services/apexrest/dupcheck/files';
