import { CompareRecords } from './compare-records.js';
import { NewRecord } from './new-record.js';
import { RecordList } from './record-list.js';
import { RecordView } from './record-view.js';

const DEFAULT_OBJECT = 'Contact';

interface RecordsProps {
  readonly objectType: string | undefined;
  /** Id of a record, or another page of the object's records. */
  readonly part: string | undefined;
}

/** The pages about records: a list, a single record, several side by side, or a new record. */
export function Records({ objectType = DEFAULT_OBJECT, part }: RecordsProps) {
  switch (part) {
    case undefined:
      return <RecordList objectType={objectType} />;
    case 'compare':
      return <CompareRecords objectType={objectType} />;
    case 'new':
      return <NewRecord objectType={objectType} />;
    default:
      return <RecordView objectType={objectType} id={part} />;
  }
}
