import type { Sample } from '../../testing/sample.ts'

export const staticTextSample: Sample = { fields: {} }
