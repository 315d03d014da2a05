import { childRelationships } from '../records/child-relationships.js';
import { valueTypes } from '../records/field-types/index.js';
import type { Field, ObjectType } from '../records/object-type.js';
import { isSortable } from '../records/sortable.js';

/** Number of decimal digits that a double can represent. */
const DIGITS = 18;
const SOAP_TYPES: Readonly<Record<string, string>> = {
  ...{ id: 'tns:ID', reference: 'tns:ID', boolean: 'xsd:boolean', int: 'xsd:int', double: 'xsd:double' },
  ...{ currency: 'xsd:double', percent: 'xsd:double', date: 'xsd:date', datetime: 'xsd:dateTime' },
};
/** Maximum length of strings that can be compared and grouped, as on the platform. */
const LONGEST_COMPARED = 255;

/** Returns an object whose members all have the same value. */
const each = <T>(value: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** Sorts members in the order of the platform. */
const sorted = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))) as T;

/** Members with the same value for all objects, as on the platform. */
const OBJECT = {
  ...each(false, 'activateable customSetting deepCloneable deprecatedAndHidden feedEnabled hasSubtypes isInterface'),
  ...each(false, 'isSubtype layoutable mruEnabled triggerable'),
  ...each(true, 'createable deletable mergeable queryable replicateable retrieveable searchable undeletable'),
  ...each(true, 'updateable'),
  ...each(null, 'associateEntityType associateParentEntity'),
};
const DETAILS = {
  ...each(false, 'compactLayoutable dataTranslationEnabled searchLayoutable'),
  ...each(null, 'defaultImplementation extendedBy extendsInterfaces implementedBy implementsInterfaces'),
  ...each(null, 'listviewable lookupLayoutable networkScopeFieldName'),
  ...each([], 'actionOverrides namedLayoutInfos'),
};
/** Members with the same value for all fields. */
const FIELD = {
  ...each(false, 'aiPredictionField cascadeDelete caseSensitive dependentPicklist deprecatedAndHidden'),
  ...each(false, 'displayLocationInDecimal encrypted formulaTreatNullNumberAsZero highScaleNumber htmlFormatted'),
  ...each(false, 'queryByDistance restrictedDelete searchPrefilterable writeRequiresMasterRead'),
  ...each(true, 'filterable'),
  ...each(null, 'compoundFieldName controllerName defaultValueFormula extraTypeInfo filteredLookupInfo'),
  ...each(null, 'inlineHelpText mask maskType referenceTargetField relationshipOrder'),
};

type Described = Pick<ObjectType, 'name' | 'keyPrefix' | 'label'>;

/** Returns an entry of the platform's list of objects. @param version `vNN.N`, as requested */
export function describeObject({ name, keyPrefix, label }: Described, version: string) {
  const address = `/services/data/${version}/sobjects/${name}`;
  return sorted({
    ...OBJECT,
    custom: name.endsWith('__c'),
    keyPrefix,
    label,
    labelPlural: `${label}s`,
    name,
    urls: { describe: `${address}/describe`, rowTemplate: `${address}/{ID}`, sobject: address },
  });
}

/** @param types visible to the caller */
export function describeWhole(type: ObjectType, types: readonly ObjectType[], version: string) {
  return {
    ...describeObject(type, version),
    ...sorted({
      ...DETAILS,
      childRelationships: childRelationships({ types }, type).map(({ name, child, field }) => ({
        cascadeDelete: false,
        childSObject: child.name,
        deprecatedAndHidden: false,
        field: field.name,
        junctionIdListNames: [],
        junctionReferenceTo: [],
        relationshipName: name,
        restrictedDelete: false,
      })),
      // There are no record types other than the master record type.
      recordTypeInfos: [
        {
          active: true,
          available: true,
          defaultRecordTypeMapping: true,
          developerName: 'Master',
          master: true,
          name: 'Master',
          recordTypeId: '012000000000000AAA',
          urls: {},
        },
      ],
      sobjectDescribeOption: 'FULL',
      supportedScopes: [
        { label: 'All records', name: 'everything' },
        { label: 'My records', name: 'mine' },
      ],
    }),
  };
}

export function describeField(field: Omit<Field, 'isSystem' | 'targetPrefixes'>) {
  const { name, isWritable, valueType } = field;
  const { platformName, blank, comparesAs } = valueTypes[valueType];
  const isId = name === 'Id';
  const type = isId ? 'id' : (platformName ?? valueType);
  const length = isId || field.type === 'reference' ? 18 : (field.length ?? 0);
  const isText = comparesAs === 'text' || comparesAs === 'picklist' || comparesAs === 'id';
  const isLong = type === 'textarea' && length > LONGEST_COMPARED;
  const isCalculated = field.type === 'formula' || field.type === 'summary';
  const hasFraction = comparesAs === 'number' && valueType !== 'integer';
  return sorted({
    ...FIELD,
    aggregatable: !isLong && type !== 'boolean',
    autoNumber: field.type === 'autoNumber',
    // A UTF-16 code unit has up to three bytes in UTF-8.
    byteLength: isText ? (isId || field.type === 'reference' ? length : length * 3) : 0,
    calculated: isCalculated,
    calculatedFormula: field.formula ?? null,
    createable: isWritable,
    custom: field.isCustom,
    defaultValue: field.default ?? (type === 'boolean' ? false : null),
    defaultedOnCreate: field.default !== undefined || blank !== null || !isWritable,
    digits: type === 'int' ? DIGITS : 0,
    externalId: field.externalId === true,
    // Unlike on the platform, long string fields can be grouped.
    groupable: !isLong && !hasFraction && field.type !== 'formula',
    idLookup: isId || field.externalId === true,
    label: field.label ?? name,
    length: isText ? length : 0,
    name,
    nameField: name === 'Name' || name === 'CaseNumber',
    namePointing: (field.referenceTo?.length ?? 0) > 1,
    nillable: !isId && field.required !== true && blank === null,
    permissionable: isWritable && field.required !== true,
    picklistValues: (field.values ?? []).map((value) => ({
      active: true,
      defaultValue: value === field.default,
      label: value,
      validFor: null,
      value,
    })),
    polymorphicForeignKey: (field.referenceTo?.length ?? 0) > 1,
    precision: hasFraction ? DIGITS : 0,
    referenceTo: field.referenceTo ?? [],
    relationshipName: field.relationshipName ?? null,
    restrictedPicklist: field.values !== undefined,
    scale: hasFraction ? 2 : 0,
    soapType: SOAP_TYPES[type] ?? 'xsd:string',
    sortable: isSortable(field) || field.type === 'formula',
    type,
    // Values of external Ids are not unique: a request by value returns every matching record.
    unique: field.unique === true,
    updateable: isWritable,
  });
}
