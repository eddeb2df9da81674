// The rules of the review: the closed table with the texts that clients see.
import type { GenerationCheck } from '#contracts';

type RuleEntry = Pick<GenerationCheck, 'severity' | 'message'>;
const hard = (en: string, zh: string): RuleEntry => ({ severity: 'hard', message: { en, zh } });
const warning = (en: string, zh: string): RuleEntry => ({ severity: 'warning', message: { en, zh } });

/** Every rule by id. A text with a hard violation is not published. */
export const RULES = {
  RESULT_SCHEMA: hard('The item breaks the schema of the application:', '该条目不符合应用的结构：'),
  TEXT_EMPTY: hard('The text is empty.', '文本为空。'),
  TEXT_TOO_LONG: hard('The text is longer than the marketplace allows.', '文本超出站点允许的长度。'),
  TEXT_TOO_SHORT: hard('The text is too short.', '文本过短。'),
  TEXTS_TOO_LONG_TOGETHER: warning(
    'Together the texts are longer than recommended.',
    '文本总长度超出建议值。',
  ),
  FEWER_THAN_ASKED: warning('There are fewer items than asked for.', '生成的条目少于要求的数量。'),
  TOO_FEW_FACTS: hard('The text says nothing that is among the facts.', '文本未提及任何商品信息。'),
  NOT_SHORTER: hard('The text is not shorter than the one given.', '文本没有比原文更短。'),
  FIGURE_LOST: warning('A figure of the text given is missing:', '缺少原文中的数值：'),
  NO_QUESTION: hard('The question is not one.', '该条目不是问句。'),
  UNQUOTED: hard(
    'The quote does not stand in the field that it names, or does not say this value.',
    '引文不在所指字段中，或不能说明该属性值。',
  ),
  UNKNOWN_PICTURE: hard('The item names no picture of the product.', '该条目未对应商品的任何图片。'),
  PICTURE_UNREADABLE: warning('A picture could not be read:', '无法读取图片：'),
  DUPLICATE: warning('The text says the same as an earlier one.', '该文本与前面的条目重复。'),
  TRUNCATED: hard('The text breaks off.', '文本不完整，中途中断。'),
  KEYWORD_STUFFING: hard('Words are heaped up for search engines.', '堆砌关键词。'),
  PART_MISSING: hard('A part of the listing is missing:', '整套文案缺少一部分：'),
  BRAND_IN_TERMS: hard('Search terms name no brand.', '搜索词不得包含品牌。'),
  REPEATED_TERM: hard('This search term stands here twice.', '该搜索词重复出现。'),
  TERM_ON_PAGE: warning('Title or bullet points have this word already.', '标题或五点描述中已有该词。'),
  KEYWORD_MISSING: warning('A keyword that must occur is missing:', '缺少必须出现的关键词：'),
  META_TALK: hard(
    'The text speaks about the task, not about the product.',
    '文本在谈论写作任务，而不是商品。',
  ),
  OFFENSIVE: hard('Offensive wording is not allowed.', '不允许使用冒犯性用语。'),
  FORBIDDEN_CHARACTER: hard('The marketplace does not allow this character.', '站点不允许使用此字符。'),
  STYLED_LETTERS: hard('Letters in the form of symbols are not allowed.', '不允许使用花式字母。'),
  INVISIBLE_CHARACTER: hard('The text contains an invisible character.', '文本包含不可见字符。'),
  BROKEN_CHARACTER: hard('The text has lost a character here.', '此处有字符已损坏。'),
  REPEATED_WORD: hard('A word stands here more than twice.', '同一词语出现超过两次。'),
  WORD_ORDER: hard('The words stand in no order that makes a sentence.', '词序混乱，不成句子。'),
  REPEATED_PASSAGE: hard('A passage is said twice.', '同一段话重复出现。'),
  PROMOTION: hard('Promotional wording is not allowed.', '不允许使用促销用语。'),
  GUARANTEE: hard('Wording about refunds or guarantees is not allowed.', '不允许使用退款或保证类用语。'),
  RESTRICTED_CLAIM: hard('This claim is restricted by the marketplace.', '站点限制使用此类声明。'),
  MEDICAL_CLAIM: hard(
    'Claims about illnesses and their treatment are not allowed.',
    '不允许宣称疾病治疗或预防功效。',
  ),
  AUTHORITY_CLAIM: hard(
    'No fact says that an authority or expert recommends the product.',
    '商品信息中没有权威机构或专家推荐的依据。',
  ),
  ADVERTISING_LAW: hard(
    'Article 9 of the Advertising Law forbids this superlative.',
    '该用语属于《广告法》第九条禁止的绝对化用语。',
  ),
  PLACEHOLDER: hard('The text contains a placeholder.', '文本包含占位内容。'),
  IDENTIFIER: hard('The text contains a product identifier.', '文本包含商品编号。'),
  LINK_OR_CONTACT: hard(
    'Addresses, telephone numbers and talk about the seller are not allowed.',
    '不允许出现网址、联系方式或卖家信息。',
  ),
  MARKUP: hard('Markup is not allowed.', '不允许使用标记语言。'),
  PRICE: hard('Prices are not allowed.', '不允许出现价格信息。'),
  AVAILABILITY: hard('Wording about stock or delivery is not allowed.', '不允许出现库存或配送信息。'),
  REVIEW_QUOTE: hard('Reviews and ratings are not allowed.', '不允许引用评价或评分。'),
  TIME_BOUND: hard('Time-bound wording is not allowed.', '不允许使用有时效性的用语。'),
  PROMPT_LEAK: hard('The text repeats our instructions.', '文本泄露了内部指令。'),
  WRONG_LANGUAGE: hard('The text is not written in the language asked for.', '文本未使用要求的语言。'),
  MIXED_LANGUAGE: warning('Much of the text is in another script.', '文本中较多内容使用了其他文字。'),
  UNGROUNDED_NUMBER: hard('This figure is not among the facts.', '该数值不在商品信息中。'),
  UNGROUNDED_CLAIM: hard('This certification is not among the facts.', '该认证或资质不在商品信息中。'),
  UNGROUNDED_MATERIAL: hard('This material is not among the facts.', '该材质不在商品信息中。'),
  UNGROUNDED_COLOUR: hard('This colour is not among the facts.', '该颜色不在商品信息中。'),
  UNGROUNDED_CHOICE: hard(
    'That there are several colours, sizes or styles is not among the facts.',
    '商品信息未提及有多种颜色、尺寸或款式可选。',
  ),
  UNGROUNDED_ORIGIN: hard('This country of origin is not among the facts.', '该产地不在商品信息中。'),
  UNGROUNDED_BRAND: warning('This brand is not among the facts.', '该品牌不在商品信息中。'),
  WRONG_BRAND: hard("This is not the product's brand.", '品牌与商品不符。'),
  COMPETITOR: hard('Comparing with, or naming, another maker is not allowed.', '不允许提及或对比其他品牌。'),
  BANNED_TERM: hard('The workspace does not allow this term.', '工作区禁用此词语。'),
  REQUIRED_TERM: hard('A term that the workspace requires is missing.', '缺少工作区要求的词语。'),
  OWN_BRAND: hard('The brand is not written as the workspace writes it.', '品牌写法与工作区规定不一致。'),
  LIMIT: hard('The text breaks a limit of the workspace.', '文本超出工作区设定的限制。'),
  VOICE_TERM: warning('The voice does not use this term. Write:', '品牌口吻不使用此词语，请改用：'),
  ALL_CAPITALS: warning('Most words are in capitals.', '大部分单词为全大写。'),
  SENTENCE_AS_TITLE: hard(
    'Write a phrase here, not a sentence about the product, and no full stop.',
    '此处应为短语，而不是关于商品的句子，不使用句号。',
  ),
  BRAND_NOT_FIRST: warning('The title does not begin with the brand.', '标题未以品牌开头。'),
  NO_CAPITAL: warning('The text does not begin with a capital letter.', '文本未以大写字母开头。'),
};

export type Rule = keyof typeof RULES;
