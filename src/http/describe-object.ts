import { childRelationships } from '../records/child-relationships.js';
import { valueTypes } from '../records/field-types/index.js';
import type { Field, ObjectType } from '../records/object-type.js';
import { isSortable } from '../records/sortable.js';

/** Exact digits of a double. */
const DIGITS = 18;
const SOAP_TYPES: Readonly<Record<string, string>> = {
  ...{ id: 'tns:ID', reference: 'tns:ID', boolean: 'xsd:boolean', int: 'xsd:int', double: 'xsd:double' },
  ...{ currency: 'xsd:double', percent: 'xsd:double', date: 'xsd:date', datetime: 'xsd:dateTime' },
};
/** The longest texts that can be compared and grouped, as on the platform. */
const LONGEST_COMPARED = 255;

type Described = Pick<ObjectType, 'name' | 'keyPrefix' | 'label'>;

/** An object in the platform's list of objects. @param version `vNN.N`, as requested */
export function describeObject({ name, keyPrefix, label }: Described, version: string) {
  const address = `/services/data/${version}/sobjects/${name}`;
  return {
    activateable: false,
    associateEntityType: null,
    associateParentEntity: null,
    createable: true,
    custom: name.endsWith('__c'),
    customSetting: false,
    deepCloneable: false,
    deletable: true,
    deprecatedAndHidden: false,
    feedEnabled: false,
    hasSubtypes: false,
    isInterface: false,
    isSubtype: false,
    keyPrefix,
    label,
    labelPlural: `${label}s`,
    layoutable: false,
    mergeable: true,
    mruEnabled: false,
    name,
    queryable: true,
    replicateable: true,
    retrieveable: true,
    searchable: true,
    triggerable: false,
    undeletable: true,
    updateable: true,
    urls: { describe: `${address}/describe`, rowTemplate: `${address}/{ID}`, sobject: address },
  };
}

/** Additional members for the description of one object. @param types visible to the caller */
export function describeWhole(type: ObjectType, types: readonly ObjectType[], version: string) {
  return {
    ...describeObject(type, version),
    actionOverrides: [],
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
    compactLayoutable: false,
    dataTranslationEnabled: false,
    defaultImplementation: null,
    extendedBy: null,
    extendsInterfaces: null,
    implementedBy: null,
    implementsInterfaces: null,
    listviewable: null,
    lookupLayoutable: null,
    namedLayoutInfos: [],
    networkScopeFieldName: null,
    // Only the master record type.
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
    searchLayoutable: false,
    sobjectDescribeOption: 'FULL',
    supportedScopes: [
      { label: 'All records', name: 'everything' },
      { label: 'My records', name: 'mine' },
    ],
  };
}

/** A field in the platform's description. */
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
  return {
    aggregatable: !isLong && type !== 'boolean',
    aiPredictionField: false,
    autoNumber: field.type === 'autoNumber',
    // Three bytes per UTF-16 code unit.
    byteLength: isText ? (isId || field.type === 'reference' ? length : length * 3) : 0,
    calculated: isCalculated,
    calculatedFormula: field.formula ?? null,
    cascadeDelete: false,
    caseSensitive: false,
    compoundFieldName: null,
    controllerName: null,
    createable: isWritable,
    custom: field.isCustom,
    defaultValue: field.default ?? (type === 'boolean' ? false : null),
    defaultValueFormula: null,
    defaultedOnCreate: field.default !== undefined || blank !== null || !isWritable,
    dependentPicklist: false,
    deprecatedAndHidden: false,
    digits: type === 'int' ? DIGITS : 0,
    displayLocationInDecimal: false,
    encrypted: false,
    externalId: field.externalId === true,
    extraTypeInfo: null,
    // Long texts too, unlike on the platform.
    filterable: true,
    filteredLookupInfo: null,
    formulaTreatNullNumberAsZero: false,
    groupable: !isLong && !hasFraction && field.type !== 'formula',
    highScaleNumber: false,
    htmlFormatted: false,
    idLookup: isId || field.externalId === true,
    inlineHelpText: null,
    label: field.label ?? name,
    length: isText ? length : 0,
    mask: null,
    maskType: null,
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
    queryByDistance: false,
    referenceTargetField: null,
    referenceTo: field.referenceTo ?? [],
    relationshipName: field.relationshipName ?? null,
    relationshipOrder: null,
    restrictedDelete: false,
    restrictedPicklist: field.values !== undefined,
    scale: hasFraction ? 2 : 0,
    searchPrefilterable: false,
    soapType: SOAP_TYPES[type] ?? 'xsd:string',
    sortable: isSortable(field) || field.type === 'formula',
    type,
    // Two records may have the same value; a request that names it gets both.
    unique: field.unique === true,
    updateable: isWritable,
    writeRequiresMasterRead: false,
  };
}
