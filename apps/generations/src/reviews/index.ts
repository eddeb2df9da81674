// What other rooms use of reviews.
export { AcceptanceEntity } from './acceptances.entity.ts';
