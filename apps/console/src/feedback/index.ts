// What is shown in the place of something: it waits, has failed, is empty or broken; and how work stands.
export { Broken } from './broken.tsx';
export { Empty } from './empty.tsx';
export { Failed } from './failed.tsx';
export { Unread } from './unread.tsx';
export { Waiting } from './waiting.tsx';
export { Status, WorkStatus } from './work-status.tsx';
