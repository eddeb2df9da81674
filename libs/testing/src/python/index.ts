// Python environments for tests with public tools that are written in it.
export { installPython, type Python } from './python.ts';
