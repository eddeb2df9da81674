// Lists the errors of records: the closed tables of errorCode and errorMessage for generations and import items.
import { z } from 'zod';
import { bilingual, ERRORS, type Bilingual } from './errors.ts';

/** Reasons for which a generation ends FAILED, with their texts. */
export const GENERATION_ERRORS = {
  ModelUnavailable: {
    en: 'The model service is temporarily unavailable. Please try again later.',
    zh: '模型服务暂时不可用，请稍后重试。',
  },
  ModelRateLimited: {
    en: 'The model service is receiving too many requests. Please try again later.',
    zh: '模型服务请求过于频繁，请稍后重试。',
  },
  ModelQuotaExhausted: {
    en: 'The model service quota has been used up. Please contact the administrator.',
    zh: '模型服务额度已用尽，请联系管理员。',
  },
  ModelAuthenticationFailed: {
    en: 'The model service rejected the configured credentials. Please contact the administrator.',
    zh: '模型服务身份验证失败，请联系管理员。',
  },
  ModelNotFound: {
    en: 'The requested model does not exist or is not enabled.',
    zh: '指定的模型不存在或未启用。',
  },
  ModelTimeout: {
    en: 'The model did not respond in time. Please try again later.',
    zh: '模型响应超时，请稍后重试。',
  },
  ContextTooLong: {
    en: 'The input is too long for the model. Please shorten it and try again.',
    zh: '输入内容超出模型的长度限制，请精简后重试。',
  },
  ContentFiltered: {
    en: "The content did not pass the model's safety review. Please revise it and try again.",
    zh: '内容未通过模型的安全审核，请修改后重试。',
  },
  OutputTruncated: {
    en: 'The output reached the length limit before it was complete.',
    zh: '生成内容达到长度上限，未能完整输出。',
  },
  InvalidModelOutput: {
    en: 'The model returned content in an invalid format. Please try again.',
    zh: '模型返回的内容格式无效，请重试。',
  },
  ModelRequestRejected: {
    en: 'The model service rejected the request. Please check the settings.',
    zh: '模型服务拒绝了该请求，请检查参数设置。',
  },
  QualityCheckFailed: {
    en: 'The generated content did not pass the quality check. Please adjust the input and try again.',
    zh: '生成内容未通过质量检查，请调整输入后重试。',
  },
  InvalidInstructions: {
    en: 'The instructions of the application could not be rendered. Please correct them.',
    zh: '应用的指令模板无法渲染，请修改。',
  },
  InsufficientProductData: {
    en: 'The product does not contain enough information to generate this content.',
    zh: '商品信息不足，无法生成该内容。',
  },
  UnsupportedLanguage: {
    en: 'The template composer writes English, German, French, Spanish, Italian, Chinese and Japanese, each only from facts in that language. Choose the language of the facts, or another model.',
    zh: '模板生成器仅支持英语、德语、法语、西班牙语、意大利语、中文和日语，且商品信息须为同一语言。请选择与商品信息一致的语言，或改用其他模型。',
  },
  UnsupportedByModel: {
    en: 'The model cannot do this. Choose another one.',
    zh: '所选模型无法完成此任务，请改用其他模型。',
  },
  DeadlineExceeded: {
    en: 'The generation did not finish before its deadline. Please try again.',
    zh: '生成任务未能在截止时间前完成，请重试。',
  },
  Cancelled: { en: 'The generation was cancelled.', zh: '生成任务已取消。' },
  BudgetExceeded: {
    en: 'The budget was spent before the generation began.',
    zh: '预算已用尽，该生成任务未开始。',
  },
  GenerationInterrupted: {
    en: 'The generation was interrupted. Please try again.',
    zh: '生成任务意外中断，请重试。',
  },
  InternalFault: {
    en: 'Internal service error. Please contact the administrator.',
    zh: '服务内部错误，请联系管理员。',
  },
} as const satisfies Record<string, Bilingual>;
export type GenerationErrorCode = keyof typeof GENERATION_ERRORS;
/** All values of a generation's errorCode. */
export const GENERATION_ERROR_CODES = Object.keys(GENERATION_ERRORS) as [
  GenerationErrorCode,
  ...GenerationErrorCode[],
];

/** Reasons for which the same request may succeed in another generation. */
export const RETRYABLE_GENERATION_ERRORS: ReadonlySet<GenerationErrorCode> = new Set([
  'ModelUnavailable',
  'ModelRateLimited',
  'ModelTimeout',
  'InvalidModelOutput',
  'DeadlineExceeded',
  'Cancelled',
  'GenerationInterrupted',
]);

/** Reasons for which an identifier ends in the list `failure` of an import, with their texts. */
export const IMPORT_ITEM_ERRORS = {
  InvalidAsin: { en: 'This is not a well-formed ASIN.', zh: '该 ASIN 格式无效。' },
  NotFound: {
    en: 'The marketplace does not know this ASIN.',
    zh: '该站点不存在此 ASIN。',
  },
  MarketplaceUnsupported: {
    en: 'No source offers product data for this marketplace.',
    zh: '该站点暂无可用的商品数据来源。',
  },
  SourceUnavailable: {
    en: 'The marketplace did not answer in time. Please import it again later.',
    zh: '站点服务暂时不可用，请稍后重新导入。',
  },
  SourceRejected: {
    en: 'The marketplace rejected the request for this ASIN.',
    zh: '站点拒绝了对此 ASIN 的请求。',
  },
  DeadlineExceeded: {
    en: 'The import did not finish before its deadline. Please import it again.',
    zh: '导入未能在截止时间前完成，请重新导入。',
  },
  InvalidRow: {
    en: 'This row is not a valid product; errorTarget names the column.',
    zh: '该行不是有效的商品，errorTarget 指出有误的列。',
  },
  Cancelled: { en: 'The import was cancelled.', zh: '导入已取消。' },
} as const satisfies Record<string, Bilingual>;
export type ImportItemErrorCode = keyof typeof IMPORT_ITEM_ERRORS;
/** All values of an import item's errorCode. */
export const IMPORT_ITEM_ERROR_CODES = Object.keys(IMPORT_ITEM_ERRORS) as [
  ImportItemErrorCode,
  ...ImportItemErrorCode[],
];

/** Reasons for which the same identifier may succeed in another import. */
export const RETRYABLE_IMPORT_ITEM_ERRORS: ReadonlySet<ImportItemErrorCode> = new Set([
  'SourceUnavailable',
  'DeadlineExceeded',
  'Cancelled',
]);

const listedError = z.object({
  code: z.string(),
  status: z.int().optional().describe('HTTP status; only of errors of requests.'),
  retryable: z.boolean().describe('True when the same request may succeed later.'),
  message: bilingual,
});

/** The closed tables of all error codes. */
export const errorTables = z
  .object({
    requests: z.array(listedError).describe('`error.code` of responses.'),
    generations: z.array(listedError).describe('`errorCode` of generations.'),
    importItems: z.array(listedError).describe('`items[].errorCode` of imports.'),
  })
  .meta({ id: 'ErrorTables' });
export type ErrorTables = z.infer<typeof errorTables>;

/** All error codes with their texts. */
export const ERROR_TABLES: ErrorTables = {
  requests: Object.entries(ERRORS).map(([code, { status, retryable, en, zh }]) => ({
    code,
    status,
    retryable,
    message: { en, zh },
  })),
  generations: GENERATION_ERROR_CODES.map((code) => ({
    code,
    retryable: RETRYABLE_GENERATION_ERRORS.has(code),
    message: GENERATION_ERRORS[code],
  })),
  importItems: IMPORT_ITEM_ERROR_CODES.map((code) => ({
    code,
    retryable: RETRYABLE_IMPORT_ITEM_ERRORS.has(code),
    message: IMPORT_ITEM_ERRORS[code],
  })),
};
