import { groupRecords } from '../../service/jobs/group-records.js';
import { RowsInEngine } from './rows-in-engine.js';

groupRecords((settings) => RowsInEngine.open(settings));
