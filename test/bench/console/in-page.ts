// Expressions that the page evaluates while it is measured.

/** Steps of a scrolling, a frame each. */
export const STEPS = 300;

/** The time of the largest paint, in milliseconds, and the sum of the shifts of the layout. */
export const PAINTS = `new Promise((done) => {
  let lcp = 0, cls = 0;
  const watch = (type, read) => new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (lcp = startTime));
  watch('layout-shift', ({ hadRecentInput, value }) => (cls += hadRecentInput ? 0 : value));
  setTimeout(() => done({ lcp, cls }), 200);
})`;
/** The height that the table can be scrolled by, in CSS pixels. */
export const HEIGHT = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
  document.querySelector('[role=region]:has(> table)'))`;
/** The times of the frames while the table is scrolled by so many CSS pixels for each, and the most rows in the page. */
export const scrolling = (pixels: number): string => `new Promise((done) => {
  const region = document.querySelector('[role=region]:has(> table)');
  const frames = [];
  let rows = 0, before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    rows = Math.max(rows, region.querySelectorAll('tbody tr[aria-rowindex]').length);
    region.scrollTop = ${pixels} * frames.length;
    if (frames.length < ${STEPS}) requestAnimationFrame(step);
    else done({ frames: frames.slice(1), rows });
  };
  region.scrollTop = 0;
  requestAnimationFrame(step);
})`;

/** Whether rows are missing below the table. */
export const HAS_MORE = `[...document.querySelectorAll('main button')].some(({ textContent }) => textContent === 'Show more')`;
/** Loads more rows, and resolves when they are there. */
export const TO_END = `new Promise((done) => {
  const region = document.querySelector('[role=region]:has(> table)');
  const { scrollHeight } = region;
  region.scrollTop = scrollHeight;
  const look = () => (region.scrollHeight > scrollHeight || !(${HAS_MORE}) ? done() : requestAnimationFrame(look));
  look();
})`;
