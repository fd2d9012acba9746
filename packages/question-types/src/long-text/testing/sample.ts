import type { Sample } from '../../testing/sample.ts'

export const longTextSample: Sample = { fields: {} }
