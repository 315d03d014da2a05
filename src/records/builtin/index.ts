import { account } from './account.js';
import { asset } from './asset.js';
import type { BuiltInObject } from './parts.js';
import { campaign, campaignMember } from './campaign.js';
import { caseObject } from './case.js';
import { contact } from './contact.js';
import { duplicateCheckObjects } from './duplicate-check.js';
import { group, user } from './user.js';
import { lead } from './lead.js';
import { opportunity } from './opportunity.js';
import { task } from './task.js';

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
