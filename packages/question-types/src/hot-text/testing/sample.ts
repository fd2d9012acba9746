import { sampleOptions } from '../../option/testing/sample.ts'
import type { Sample } from '../../testing/sample.ts'

export const hotTextSample: Sample = {
  fields: { text: '<p>First [H1], then [H2] and [H3].</p>', options: sampleOptions },
  optionIds: sampleOptions.map(({ id }) => id),
  optionTexts: sampleOptions.map(({ text }) => text),
}
