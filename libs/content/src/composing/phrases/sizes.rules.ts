// Words beside a figure that say what it measures, for the offline composer.
import type { DetailKey } from './phrases.rules.ts';

/** A size: the measure of its unit, what it is called, and the words before or after a figure that say so. */
interface Size {
  measure: 'length' | 'mass' | 'volume';
  /** A detail that the phrases have a label for, or a label. */
  names: { key: DetailKey } | { side: string };
  before?: RegExp;
  after?: RegExp;
}

/** Between the sides of a thing. */
export const SIDES = /^\s*(?:["″”]|\p{L}{1,12})?\s*(?:x|×|\*|by|mal|par|por|per)\s*$/iu;

/** By the first part of a language tag. */
export const SIZES: Readonly<Record<string, readonly Size[]>> = {
  en: [
    { measure: 'length', names: { side: 'Width' }, before: /width/iu, after: /^ (?:wide|in width)/iu },
    {
      measure: 'length',
      names: { side: 'Height' },
      before: /height/iu,
      after: /^ (?:high|tall|in height)/iu,
    },
    { measure: 'length', names: { side: 'Length' }, before: /length/iu, after: /^ (?:long|in length)/iu },
    { measure: 'length', names: { side: 'Depth' }, before: /depth/iu, after: /^ (?:deep|in depth)/iu },
    {
      measure: 'length',
      names: { key: 'diameter' },
      before: /diameter/iu,
      after: /^ (?:in diameter|diameter)/iu,
    },
    { measure: 'mass', names: { key: 'weight' }, before: /weigh(?:s|t)(?! (?:capacity|limit))/iu },
    {
      measure: 'volume',
      names: { key: 'capacity' },
      before: /holds|capacity|volume/iu,
      after: /^ capacity/iu,
    },
  ],
  de: [
    { measure: 'length', names: { side: 'Breite' }, before: /breite/iu, after: /^ breit/iu },
    { measure: 'length', names: { side: 'Höhe' }, before: /höhe/iu, after: /^ hoch/iu },
    { measure: 'length', names: { side: 'Länge' }, before: /länge/iu, after: /^ lang/iu },
    { measure: 'length', names: { side: 'Tiefe' }, before: /tiefe/iu, after: /^ tief/iu },
    { measure: 'length', names: { key: 'diameter' }, before: /durchmesser/iu, after: /^ durchmesser/iu },
    {
      measure: 'mass',
      names: { key: 'weight' },
      before: /wiegt|(?<!(?:trag|höchst|maximal|körper|nutzer))gewicht/iu,
      after: /^ (?:schwer|leicht)/iu,
    },
    {
      measure: 'volume',
      names: { key: 'capacity' },
      before: /fasst|fassungsvermögen|volumen/iu,
      after: /^ (?:fassungsvermögen|volumen|inhalt)/iu,
    },
  ],
  fr: [
    { measure: 'length', names: { side: 'Largeur' }, before: /largeur/iu, after: /^ de (?:large|largeur)/iu },
    { measure: 'length', names: { side: 'Hauteur' }, before: /hauteur/iu, after: /^ de (?:haut|hauteur)/iu },
    {
      measure: 'length',
      names: { side: 'Longueur' },
      before: /longueur/iu,
      after: /^ de (?:long|longueur)/iu,
    },
    { measure: 'length', names: { side: 'Profondeur' }, before: /profondeur/iu, after: /^ de profondeur/iu },
    { measure: 'length', names: { key: 'diameter' }, before: /diamètre/iu, after: /^ de diamètre/iu },
    { measure: 'mass', names: { key: 'weight' }, before: /pèse|poids/iu },
    { measure: 'volume', names: { key: 'capacity' }, before: /contient|contenance|capacité/iu },
  ],
  es: [
    { measure: 'length', names: { side: 'Ancho' }, before: /anch(?:o|ura)/iu, after: /^ de anch/iu },
    { measure: 'length', names: { side: 'Alto' }, before: /alt(?:o|ura)/iu, after: /^ de alt/iu },
    {
      measure: 'length',
      names: { side: 'Largo' },
      before: /largo|longitud/iu,
      after: /^ de (?:largo|longitud)/iu,
    },
    {
      measure: 'length',
      names: { side: 'Profundidad' },
      before: /profundidad/iu,
      after: /^ de (?:fondo|profundidad)/iu,
    },
    { measure: 'length', names: { key: 'diameter' }, before: /diámetro/iu, after: /^ de diámetro/iu },
    { measure: 'mass', names: { key: 'weight' }, before: /pesa|peso/iu },
    { measure: 'volume', names: { key: 'capacity' }, before: /capacidad/iu, after: /^ de capacidad/iu },
  ],
  it: [
    {
      measure: 'length',
      names: { side: 'Larghezza' },
      before: /larg(?:o|a|hezza)/iu,
      after: /^ di larghezza/iu,
    },
    { measure: 'length', names: { side: 'Altezza' }, before: /alt(?:o|a|ezza)/iu, after: /^ di altezza/iu },
    {
      measure: 'length',
      names: { side: 'Lunghezza' },
      before: /lung(?:o|a|hezza)/iu,
      after: /^ di lunghezza/iu,
    },
    {
      measure: 'length',
      names: { side: 'Profondità' },
      before: /profond(?:o|a|ità)/iu,
      after: /^ di profondità/iu,
    },
    { measure: 'length', names: { key: 'diameter' }, before: /diametro/iu, after: /^ di diametro/iu },
    { measure: 'mass', names: { key: 'weight' }, before: /pesa|peso/iu },
    {
      measure: 'volume',
      names: { key: 'capacity' },
      before: /contiene|capacità/iu,
      after: /^ di capacità/iu,
    },
  ],
  zh: [
    { measure: 'length', names: { side: '宽度' }, before: /(?<!肩)宽/iu },
    { measure: 'length', names: { side: '高度' }, before: /(?<![跟最])高/iu },
    { measure: 'length', names: { side: '长度' }, before: /(?<![边袖衣裤线绳])长/iu },
    { measure: 'length', names: { side: '深度' }, before: /深/iu },
    { measure: 'length', names: { key: 'diameter' }, before: /直径/iu },
    { measure: 'mass', names: { key: 'weight' }, before: /(?<![承载荷])重/iu },
    { measure: 'volume', names: { key: 'capacity' }, before: /容量|可装/iu },
  ],
  ja: [
    { measure: 'length', names: { side: '幅' }, before: /幅/iu },
    { measure: 'length', names: { side: '高さ' }, before: /高さ/iu },
    { measure: 'length', names: { side: '長さ' }, before: /長さ/iu },
    { measure: 'length', names: { side: '奥行き' }, before: /奥行/iu },
    { measure: 'length', names: { key: 'diameter' }, before: /直径/iu },
    { measure: 'mass', names: { key: 'weight' }, before: /重さ|重量/iu },
    { measure: 'volume', names: { key: 'capacity' }, before: /容量/iu },
  ],
};
