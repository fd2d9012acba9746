import type { Sample } from '../../testing/sample.ts'

export const blanksSample: Sample = { fields: { text: 'The [V1] jumps over the [V2].' } }
