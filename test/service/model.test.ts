import { folderPlace } from './model/places.js';
import { modelAgreement } from './model/run-model.js';

modelAgreement('a data folder', 60, folderPlace);
