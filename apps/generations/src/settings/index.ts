// What other rooms use of settings.
export { languageFor, languageTag } from './languages.rules.ts';
export { type ModelSettings, SettingsService, checkedSettings } from './settings.service.ts';
