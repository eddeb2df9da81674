// What the plainest gateway asks the plainest owner. The rights of the real users of the bus allow both.

/** Asks for a page. */
export const PAGE = 'catalogue.person.bench.page';
/** Asks for the product whose id is the message. */
export const PRODUCT = 'catalogue.person.bench.product';
