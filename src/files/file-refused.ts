/** The file, or what was asked of it, is to blame: trying again is of no use. */
export class FileRefused extends Error {}
