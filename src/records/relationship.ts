/**
 * The name under which a reference field's target is reached, in nested results (`Owner`) and in formula paths
 * (`Account.Name`):
 * `OwnerId` gives `Owner`, `Region__c` gives `Region__r`. A field that ends in neither keeps its name, with `__r`.
 */
export function relationshipName(field: string): string {
  if (/__c$/i.test(field)) return `${field.slice(0, -3)}__r`;
  return field.endsWith('Id') && field.length > 2 ? field.slice(0, -2) : `${field}__r`;
}
