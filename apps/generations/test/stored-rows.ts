// The rows of the generations database as tests read them.

/** A row that was written to the outbox. */
export interface OutboxRecord {
  kind: 'job' | 'event';
  topic: string;
  dedup_key: string;
  payload: {
    priority?: number;
    requestid?: string;
    data?: unknown;
    envelope?: { context: { requestId: string }; data: unknown };
  };
}

/** What tests read of a row of the ledger. */
export interface LedgerRow {
  epoch: number;
  model: string;
  calls: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_micros: number | null;
  finish_reason: string | null;
  error_code: string | null;
  ended: boolean;
}

/** The columns of a generation that tests read. */
export interface StoredGeneration {
  status: string;
  epoch: number;
  attempt: number;
  lost_workers: number;
  request_id: string;
  last_job_id: string;
  worker: string | null;
  invocation_id: string | null;
  lease_until: Date;
  deadline_at: Date;
  error_code: string | null;
  completed_at: Date | null;
}
