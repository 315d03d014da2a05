/** The file or the request is to blame, so a retry is useless. */
export class FileRefused extends Error {}
