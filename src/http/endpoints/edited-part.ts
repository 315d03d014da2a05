import { z } from 'zod';
import { VERSION_ACTIONS, type KeptVersion } from '../../service/config/part-versions.js';
import { versionOf } from '../../store/config/scenario-definition.js';

export const partVersion = z.string().describe('Digest of the content. Sent with a save to prevent lost updates');
export const editedVersion = z.string().max(40).nullable().describe('Version being edited. Null for a new entry');
export const deletedVersion = z.object({ version: z.string().min(1).max(40).describe('Version to delete') });
export const revertSchema = z.strictObject({
  number: z.int().min(1).describe('Version number'),
  version: editedVersion,
});

export const savedShape = {
  rebuilt: z.array(z.string()).describe('Objects whose indexes were rebuilt'),
  warnings: z.array(z.string()).describe('Warnings about settings that are valid but probably a mistake'),
};

export const earlierShape = {
  number: z.int(),
  action: z
    .enum(VERSION_ACTIONS)
    .describe('`found` means that the version existed before the first save, or was edited outside the service'),
  time: z.string(),
  by: z.string().describe('Id of the client that saved the version, or whose request detected a `found` version'),
  name: z.string().nullable().describe('Name of the client'),
  version: z.string().nullable(),
};

/** Returns a stored version without its definition. */
export function shownEarlier({ number, action, time, by, name, definition }: KeptVersion<unknown>) {
  return { number, action, time, by, name: name ?? null, version: versionOf(definition ?? undefined) ?? null };
}
