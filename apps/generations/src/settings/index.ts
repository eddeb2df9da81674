// What other rooms use of settings.
export { checkedLanguage } from './languages.rules.ts';
export { placed } from './places.rules.ts';
export { type ModelSettings, SettingsService, checkedSettings } from './settings.service.ts';
