import { account, opportunity, campaign, campaignMember, asset, caseObject, task } from './business.js';
import type { BuiltInObject } from './parts.js';
import { contact, lead, group, user } from './people.js';
import { duplicateCheckObjects } from './duplicate-check.js';

/** The usual standard fields, lengths and required fields. Picklists without declared values take any text. */
export const builtInObjects: readonly BuiltInObject[] = [
  account,
  contact,
  user,
  group,
  opportunity,
  lead,
  task,
  campaignMember,
  caseObject,
  campaign,
  asset,
  ...duplicateCheckObjects,
];
