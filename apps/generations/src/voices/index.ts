// What other rooms use of voices.
export type { ChosenVoice } from './voices.rules.ts';
export { VoicesService } from './voices.service.ts';
