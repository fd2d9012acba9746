import { sampleOptions } from '../../option/testing/sample.ts'
import type { Sample } from '../../testing/sample.ts'

export const matchSample: Sample = {
  fields: { options: sampleOptions, selections: [...sampleOptions].reverse() },
  optionIds: ['r', '7', '1'],
  optionTexts: ['r', '7', '1'],
}
