import { chooseLanguage, LANGUAGE_NAMES } from '../state/language.js';
import { language, texts } from '../texts.js';
import { Select } from './field.js';

export function LanguageChoice() {
  const options = Object.entries(LANGUAGE_NAMES);
  return <Select label={texts.language} value={language} options={options} onChange={chooseLanguage} />;
}
