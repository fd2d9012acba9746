import type { Sample } from '../../testing/sample.ts'

export const legacyControlSample: Sample = { fields: { controlName: 'number-line' } }
