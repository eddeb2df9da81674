/** Flags of Node. */
export const NODE_FLAGS: readonly string[];
