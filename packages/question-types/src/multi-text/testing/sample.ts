import type { Sample } from '../../testing/sample.ts'

export const multiTextSample: Sample = {
  fields: { parts: [{ id: 'r' }, { id: '1', lineCount: 4 }, { id: '7', usesRichText: true }] },
  optionIds: ['r', '7', '1'],
}
