/** Runs a program to its end, with our output. Throws when it fails. */
export function run(command: string, ...args: string[]): Promise<void>;
