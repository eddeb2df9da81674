// What is said with the words of a boast and is none: of people and places, of games, of other things of the same maker.
import type { TermMatch } from '../../vocabulary/lexicon.rules.ts';

/** Who, or what of a guide book, is the best of all without being for sale: the best dad in the world. */
const BEST_OF_OTHERS =
  /(?<!\p{L})(?:dads?|daddy|mums?|mummy|moms?|mommy|mothers?|fathers?|grand(?:ma|pa|mother|father)s?|parents?|sisters?|brothers?|aunt\p{L}*|uncles?|teachers?|friends?|boss|coach|players?|athletes?|chefs?|detectives?|restaurants?|beaches|hotels?|museums?|cities|hikes|papa|mama|mutter|vater|mutti|vati|oma|opa|eltern|schwester|bruder|lehrer(?:in)?|freund\p{L}*|spieler\p{L}*|köch\p{L}+|koch|maman|mère|père|mamie|papi|sœur|frère|ami\p{L}{0,2}|maîtresse|joueu\p{L}+|cuisiniers?|papá|mamá|madre|padre|abuel[ao]s?|herman[ao]s?|profesora?|maestr[ao]|amig[ao]s|jugador\p{L}*|cocineros?|papà|mamma|babbo|nonn[aoi]|sorella|fratello|amic\p{L}+|giocator\p{L}+|cuochi)(?!\p{L})|パパ|ママ|父|母|おじい|おばあ|先生|選手/iu;
/** The same of what is for sale before another word: a team in the world, but not a team bag. */
const BEST_PLACES =
  /(?<!\p{L})(?:(?:team|city|metal|painting|garden|story|tale|legend)(?=\s(?:in|on|of|ever)\s)|teams|metals|paintings|gardens|plantations|stories|tales|legends|landscapes|views|\p{L}*(?:gärten|plantagen)|\p{L}*(?:stadt|mannschaft|metall|geschichte|garten)(?=\s(?:der|aller|auf)\s)|städte|mannschaften|metalle|geschichten|gemälde|équipes?|villes?|métal|métaux|histoires?|peintures|jardins|equipo(?=\s(?:del mundo|de todos))|equipos|ciudad(?:es)?|metal(?:es)?(?=\s(?:del|de todos))|historias?|cuadros|vistas|vues|viste|jardines|plantaciones|squadr[ae]|città|metallo(?=\s(?:al|del|di tutti))|metalli|stori[ae]|dipinti|quadri|giardini|piantagioni)(?!\p{L})|故事|金属|山峰|名山|城市|国家|动物|画作|名画|茶园|物語|エベレ|チョモラ|の山|登山|都市|建物|茶園|絵画/iu;
/** Before “seeks its equal”: a story that does so is none for sale, or only told of. */
const STORY = /(?:geschichten?|erzählung|landschaft|abenteuer)[,\s]+(?:die|der|das)\s$/iu;
/** Behind “the first under heaven”: the names of places, such as a pass or a spring. */
const FIRST_PLACE = /^(?:雄?关|泉|村|楼|桥|山|寺|庄|奇|剑|行书)/u;
/** Letters behind words of Japanese and Chinese in which those who are the best are named. */
const BEHIND = 4;

/** Letters around a comparison that are read, within its sentence. */
const NEAR = 60;
/** Other makers by name, which no range of the own maker has. */
const RIVAL =
  /compet|concorr|concurr|konkurr|mitbewerb|wettbewerb|brand|makers|manufact|mark|marque|marc|fabric|herstell|produttori|他社|競合|メーカー|ブランド|品牌|牌子|厂|竞|同行/iu;
/** Words for what the same maker also has. */
const RANGE =
  /(?<!\p{L})(?:we (?:make|made|offer|sell)|range|line-?up|series|collection|gammes?|série|gama|serie|colección|gamma|collezione|\p{L}*reihe|sortiment|kollektion)(?!\p{L})|シリーズ|系列|上一代|前代|旧款/iu;
/** Words of games and races, in which competitors are other players. */
const GAME =
  /(?<!\p{L})(?:cards?|points?|poker|opponents?|rac(?:e|es|ing)|wins?|winner|winning|scores?|athletes?|teams?|players?|tournament|karten?|punkten?|spieler\p{L}*|gewinn(?:t|en)|rennen|gegner|mannschaft|turnier|cartes?|joueu\p{L}+|gagn\p{L}+|courses?|équipes?|cartas?|puntos?|jugador\p{L}*|gana[rn]?|carreras?|punt[io]|giocator\p{L}+|vinc\p{L}+|gar[ae]|squadr[ae])(?!\p{L})|(?<!品)牌(?!子)|得分|玩家|游戏|比赛|棋|カード|得点|プレイヤー|ゲーム|試合|レース/iu;
/** How a match begins that compares no quality: other than, rather than, and so many of a thing, plus de cartes que. */
const NO_QUALITY = /^(?:rather|other|plus d(?:e\s|['’])|moins d(?:e\s|['’]))/iu;
/** Before more, which is no than: by the use of, でもより. */
const NOT_THAN = /[にでをともはがへ]より$/u;
/** Behind 他社製品と異な: a warning that others may not fit. */
const MAY_DIFFER = /^(?:る(?:場合|こと|可能性|ため|の[でを])|りますので)/u;
/** Behind 同行, who walks along. */
const COMPANY = /^的?(?:人|伙伴|朋友|旅|队友|孩|者)/u;

/** True for the best of all that is no product. */
function isBestOfOthers(text: string, { start, end }: TermMatch): boolean {
  const said = text.slice(start, end + BEHIND);
  const isPlace = text.slice(start, end) === '天下第一' && FIRST_PLACE.test(text.slice(end, end + BEHIND));
  const isStory = /gleichen/iu.test(said) && STORY.test(text.slice(Math.max(0, start - BEHIND * 8), start));
  return isPlace || isStory || BEST_OF_OTHERS.test(said) || BEST_PLACES.test(said);
}

/** True for a comparison with what is no other maker’s product. */
function isNoRival(text: string, { start, end }: TermMatch): boolean {
  const said = text.slice(start, end);
  const before =
    text
      .slice(Math.max(0, start - NEAR), start)
      .split(/[.!?。！？\n]/u)
      .at(-1) ?? '';
  const behind = text.slice(end, end + NEAR).split(/[.!?。！？\n]/u)[0] ?? '';
  const sentence = before + said + behind;
  const isOwn = !RIVAL.test(said) && RANGE.test(sentence);
  const isWarning = said.endsWith('異な') && MAY_DIFFER.test(behind);
  const isWalk = said.endsWith('同行') && COMPANY.test(behind);
  return isOwn || isWarning || isWalk || NO_QUALITY.test(said) || NOT_THAN.test(said) || GAME.test(sentence);
}

/** True for what has the words of a boast, and is none. */
export function isNoBoast(text: string, match: TermMatch): boolean {
  const { name } = match.value;
  if (name.startsWith('best-of-all') || name.startsWith('best-in-china')) return isBestOfOthers(text, match);
  return name.startsWith('than-others') && isNoRival(text, match);
}
