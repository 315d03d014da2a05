import { folderPlace } from './model/places.js';
import { SPILLED } from '../store/spilled.js';
import { modelAgreement } from './model/run-model.js';

modelAgreement('a data folder', 60, () => folderPlace());
modelAgreement('a data folder, its records on disk', 30, () => folderPlace(SPILLED));
