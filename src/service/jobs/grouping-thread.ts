import { groupRecords } from './group-records.js';

groupRecords();
