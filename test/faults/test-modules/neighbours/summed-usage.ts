// Test module: what a batch used is summed up from the ledger whenever it is read, on the connections that all reads share.
export * from '../../../../apps/generations/src/usage/usage.rules.ts';

export const USAGE_OF_BATCH: string = `(SELECT json_build_object(
  'inputTokens', sum(input_tokens), 'outputTokens', sum(output_tokens), 'calls', coalesce(sum(calls), 0),
  'costMicros', sum(cost_micros), 'currency', max(currency), 'partial', coalesce(bool_or(partial), false))
  FROM invocation WHERE invocation.workspace_id = batch.workspace_id AND invocation.batch_id = batch.id)`;
