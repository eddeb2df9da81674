// Before each file of tests on real servers: says where the processes that it starts write their logs.
import { logFolderOf } from './log-folders.ts';

const folder = logFolderOf(expect.getState().testPath ?? '');
if (folder) process.env['CHILD_LOGS'] = folder;
