// What the offline composers read out of source data with the flaws of real ones.
import type { GenerationTask } from '#contracts';
import { languageOf } from '../findings/languages.rules.ts';
import { composerInputOf, sentencesOf } from './composing.rules.ts';

const english = languageOf('en');
const inputOf = (inputs: GenerationTask['inputs']) =>
  composerInputOf(
    {
      applicationId: 'bullet-points',
      inputs,
      environment: { language: 'en', model: 'test:x', temperature: 0 },
    },
    english,
  );

it.each([
  ['𝐓𝐇𝐄 𝐅𝐈𝐑𝐒𝐓 lid of steel', 'THE FIRST lid of steel'],
  ['﹡﹡﹡﹡About the pan﹡﹡﹡﹡', 'About the pan'],
  ['~~~ Two handles ~~~', 'Two handles'],
  ['MENS RUNNING SHOES WITH BREATHABLE MESH', 'Mens Running Shoes With Breathable Mesh'],
  ['LED lamp with HDMI and a switch of brass', 'LED lamp with HDMI and a switch of brass'],
])('a feature “%s” is read as “%s”', (feature, expected) => {
  expect(inputOf({ features: [feature] }).features).toEqual([expected]);
});

it.each([
  ['Designed by Mr. Brown. It is light.', ['Designed by Mr. Brown.', 'It is light.']],
  ['Holds approx. 2 litres, incl. Lid. It is light.', ['Holds approx. 2 litres, incl. Lid.', 'It is light.']],
  ['Pls purchase it freely! It is light.', ['It is light.']],
  ['If you have any questions, write. It is light.', ['It is light.']],
])('“%s” has the sentences %j', (text, sentences) => {
  expect(sentencesOf(text, english)).toEqual(sentences);
});
