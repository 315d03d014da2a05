/** A configuration that is easy to predict: exact values, two weights, a threshold, summaries, an auto-number. */
export const SCENARIO = 's-model';
export const WEIGHTS = { Email: 60, Department: 40 } as const;
export const THRESHOLD = 60;

export const files = {
  'objects.json': [
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        summary('Count__c', 'count'),
        { ...summary('Total__c', 'sum', 'Amount__c') },
        { ...summary('Largest__c', 'max', 'Amount__c') },
      ],
    },
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [
        { name: 'Amount__c', type: 'number' },
        { name: 'Number__c', type: 'autoNumber', autoNumber: 'C-{00000}' },
      ],
    },
  ],
  'scenarios.json': [
    {
      id: SCENARIO,
      name: 'Model',
      object: 'Contact',
      threshold: THRESHOLD,
      usage: ['restSearch', 'restUpsert'],
      minimumEvidence: 0,
      contradictions: false,
      fields: Object.entries(WEIGHTS).map(([field, weight]) => ({ field, method: 'exact', weight })),
    },
  ],
};

function summary(name: string, operation: string, field?: string): object {
  return {
    name,
    type: 'summary',
    summary: { object: 'Contact', referenceField: 'AccountId', operation, ...(field !== undefined && { field }) },
  };
}
