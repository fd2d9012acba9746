import type { Sample } from '../../testing/sample.ts'

export const sampleOptions = [
  { id: 'r', text: 'Red | dark' },
  { id: '7', text: '<b>Green</b>, light' },
  { id: '1', text: 'Blue' },
]

/** Of every type that offers options, of which some are chosen. */
export const choiceSample: Sample = {
  fields: { options: sampleOptions },
  optionIds: ['r', '7', '1'],
  optionTexts: sampleOptions.map(({ text }) => text),
}
