/**
 * A target's name in nested results and formula paths: `OwnerId` gives `Owner`, `Region__c` gives `Region__r`, any
 * other field name gets the suffix `__r`.
 */
export function relationshipName(field: string): string {
  if (/__c$/i.test(field)) return `${field.slice(0, -3)}__r`;
  return field.endsWith('Id') && field.length > 2 ? field.slice(0, -2) : `${field}__r`;
}
