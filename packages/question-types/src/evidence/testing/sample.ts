import type { Sample } from '../../testing/sample.ts'
import { visitedSample } from '../../visited/testing/sample.ts'

export const evidenceSample: Sample = visitedSample
