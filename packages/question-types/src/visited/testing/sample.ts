import fc from 'fast-check'
import type { Sample } from '../../testing/sample.ts'

export const visitedSample: Sample = {
  fields: {},
  answers: fc.constantFrom({ answerText: 'visited', options: [] }, { answerText: '', options: [] }),
}
