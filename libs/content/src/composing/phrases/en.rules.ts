// Phrases of the offline composers in English.
import { anyOf, firstWordIn, wordsIn, type Phrases } from './phrases.rules.ts';

export const ENGLISH: Phrases = {
  partGap: ', ',
  gap: ' ',
  stop: '.',
  colon: ': ',
  listGap: ', ',
  and: ' and ',
  headings: 'words',
  decimalComma: false,
  labels: {
    material: 'Material|Material type|Fabric type|Fabric|Outer material|Frame material|Materials',
    color: 'Color|Colour|Color name|Colour name',
    dimensions: 'Dimensions|Item dimensions|Product dimensions|Measurements',
    diameter: 'Diameter|Item diameter',
    weight: 'Weight|Item weight|Product weight',
    size: 'Size|Size name',
    capacity: 'Capacity|Volume|Item volume',
    power: 'Power|Wattage|Power consumption',
    voltage: 'Voltage',
    battery: 'Battery capacity',
    pieces: 'Pieces|Number of pieces|Number of items|Unit count|Pack size',
    shape: 'Shape|Item shape',
    pattern: 'Pattern|Pattern name',
    style: 'Style|Style name',
    finish: 'Finish|Finish type',
    scent: 'Scent|Fragrance',
    flavor: 'Flavor|Flavour',
    age: 'Age|Age range|Recommended age',
    care: 'Care|Care instructions|Product care instructions',
    contents:
      "In the Box|Included components|Contents|What is in the box|What's in the box|What you get|What's included|Package includes|Package include|Package contents|Package content|Package contains|Set includes|Content|Package|Includes",
    compatibility: 'Compatibility|Compatible devices|Compatible with|Fits',
    origin: 'Origin|Country of origin|Made in',
    model: 'Model|Model number|Model name',
    warning: 'Warning|Caution|Important|Note|Attention',
    audience: 'For',
  },
  sentences: {
    material: 'Made of {material}.',
    color: 'The color is {color}.',
    'material+color': 'Made of {material}, in {color}.',
    dimensions: 'Measures {dimensions}.',
    weight: 'Weighs {weight}.',
    'dimensions+weight': 'Measures {dimensions} and weighs {weight}.',
    capacity: 'The capacity is {capacity}.',
    power: 'The power is {power}.',
    audience: 'For {audience}.',
  },
  named: '{name} from {brand}',
  introduction: '{named}',
  introductionWith: '{named}: {list}',
  clause: wordsIn(
    'is|are|was|were|has|have|does|do|can|will|should|must|when|if|while|you|your|it|they|which|who|lets?|keeps?|shows?|holds|fits|comes|makes?|stays?|gives?|gets?|goes|turns|opens|charges|zips|adjusts?|allows?|provides?|offers?|protects?|prevents?|absorbs|uses|needs|works|^(?:wash|keep|store|brew|use|apply|avoid|do)',
  ),
  care: wordsIn(
    'washable|machine wash|hand wash|handwash|washes|wash (?:by|in|at|with|inside|separately|before|cold|warm|it|them)|dry clean|spot clean|clean with|dishwasher|wipes?|easy to clean|tumble dry|do not (?:wash|bleach|iron)',
  ),
  giving:
    /(?<!\p{L})(?:gifts? (?:for|ideas?)|gift$|(?:birthday|christmas|xmas|holiday|valentine['’]?s?|mother['’]?s day|father['’]?s day|anniversary|stocking) (?:gifts?|presents?|stuffers?)|(?:great|perfect|ideal|best|nice) (?:gift|present)|new 20\d\d)(?!\p{L})/iu,
  linking: wordsIn('with|for|compatible|includes|including|featuring'),
  referring: firstWordIn(
    'it|its|they|their|this|these|that|those|also|and|but|however|so|then|which|such|moreover|besides|otherwise',
  ),
  sellerTalk: anyOf(
    wordsIn(
      'customer (?:service|support)|after[- ]?sales?|warranty|guarantee*|risk[- ]free|no risk|with confidence|pls|please|kindly|feel free|if you (?:have|are not|need any|find)|questions?|problems?|refunds?|returns?|returned|quibble|exchanges|shipping|ships|shipped|discount|click|size chart|refer to|(?:see|check) the (?:picture|image|photo|chart)*|pictured|feedback|seller|add to cart|purchas*|your order|(?:to|before) order(?:ing)?|buying|buy|gifts?|hesitate|contact us|satisf*|counterfeit|lifetime|wallet|shipment|retailer|company|manufacturer|free replacement|family[- ]run|since (?:19|20)\\d\\d|thousands of|millions of|chosen by|years of experience|focus(?:es|ed|ing) on|founded|brand|hottest|newest|hassle[- ]free|affordable|cheap|prices?|priced|worth|money|promise|brand new|thank|thanks|(?:best|right|perfect|great) choice|choose|why choose|hope|learn more|find out more|visit|facebook|instagram|youtube|amazon|listing|store|as seen on|best|#1|no\\. ?1',
    ),
    /(?<![\p{L}\p{N}])(?:[Ww]e|WE|[Ww]e[’']\p{L}+|[Uu]s|[Oo]ur|OUR|I|[Mm]y)(?![\p{L}\p{N}])/u,
  ),
};
