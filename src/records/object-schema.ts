import { z } from 'zod';

const VALUE_TYPES = [
  ...(['string', 'textarea', 'email', 'phone', 'url', 'boolean'] as const),
  ...(['integer', 'number', 'currency', 'percent', 'date', 'datetime', 'picklist', 'reference'] as const),
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const FIELD_TYPES = [...VALUE_TYPES, 'formula', 'autoNumber', 'summary'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** `createRegistry` checks the rest: known types, duplicate names, valid defaults. */
const text = z.string().min(1).max(255);
const apiName = z.string().min(1).max(80);
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const summarySchema = z
  .strictObject({
    object: apiName.describe('Child object'),
    referenceField: apiName.describe('Reference field of the child that points to this object'),
    operation: z.enum(['count', 'sum', 'min', 'max']),
    field: apiName.optional().describe('Field of the child to summarise. Must be absent for count'),
  })
  .describe('Roll-up summary over a child object');

const DUPLICATE_RULES = ['off', 'report', 'block'] as const;

const fieldDefinitionSchema = z
  .strictObject({
    name: apiName.describe('API name. The names of custom fields end in __c'),
    type: z.enum(FIELD_TYPES),
    label: text.optional(),
    length: z
      .int()
      .min(1)
      .max(131_072)
      .optional()
      .describe('Maximum length of a text field in characters (UTF-16 code units)'),
    required: z.boolean().optional().describe('Required when a record is created; cannot be cleared later'),
    referenceTo: z.array(apiName).min(1).optional().describe('Objects that a reference may point to'),
    mustExist: z.boolean().optional().describe('Whether the target of the reference must exist'),
    formula: z.string().min(1).optional(),
    returns: z.enum(['string', 'number', 'currency', 'percent', 'boolean', 'date', 'datetime']).optional(),
    blankAs: z.enum(['zero', 'blank']).optional().describe('Value of blank numbers in the formula'),
    default: fieldValue.optional().describe('Value for a new record if none is sent'),
    autoNumber: z.string().min(1).optional().describe('Display format, such as INV-{00000}'),
    summary: summarySchema.optional(),
    externalId: z.boolean().optional(),
    unique: z
      .boolean()
      .optional()
      .describe('If true, no two records of the object can have the same value, ignoring case'),
    values: z.array(text).min(1).optional().describe('Picklist values; any text by default'),
  })
  .meta({ id: 'FieldDefinition' });

const objectDefinitionSchema = z
  .strictObject({
    name: apiName.describe('API name. If it is the name of a built-in object, the definition extends that object'),
    keyPrefix: z
      .string()
      .regex(/^[0-9A-Za-z]{3}$/, 'expected three letters or digits')
      .describe(
        'First three characters of every Id of the object, which no other object uses. Custom objects usually have a00 to aZZ',
      ),
    label: text.optional(),
    fields: z.array(fieldDefinitionSchema),
    resultFields: z.array(apiName).min(1).optional().describe('Fields of a search result; all by default'),
    maxResults: z.int().min(1).max(10_000).optional().describe('Maximum number of search results; 100 by default'),
    duplicateRule: z
      .enum(DUPLICATE_RULES)
      .optional()
      .describe(
        'What happens if a duplicate is found when `sobjects` or a bulk job creates a record: off (the default): nothing happens; report: the pair is saved for review; block: the record is rejected',
      ),
    onSave: z
      .array(
        z.strictObject({
          when: z.string().min(1).describe('A condition or a boolean formula on the record to be saved'),
          set: z.record(z.string(), fieldValue).describe('Values by field name'),
        }),
      )
      .optional()
      .describe('Field updates when a record is saved'),
  })
  .meta({ id: 'ObjectDefinition' });

export const objectDefinitionsSchema = z.array(objectDefinitionSchema);

export type FieldDefinition = z.output<typeof fieldDefinitionSchema>;
export type SummaryDefinition = NonNullable<FieldDefinition['summary']>;

export type FormulaReturnType = NonNullable<FieldDefinition['returns']>;

export type ObjectDefinition = z.output<typeof objectDefinitionSchema>;
export type ObjectDuplicateRule = NonNullable<ObjectDefinition['duplicateRule']>;
export type OnSaveUpdate = NonNullable<ObjectDefinition['onSave']>[number];
