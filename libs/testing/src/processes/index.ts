// Child processes: started until they are ready, watched, and never left behind.
export { Child, type Listener } from './child.ts';
export { ProcessMetrics } from './process-metrics.ts';
