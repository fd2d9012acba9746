import { type Plan, planOf, type Steering } from '../plan.ts'

/** The run of a seed as it is played without a browser: exams on SQLite, without files and courses. */
export const fastPlanOf = (seed: number, steering: Steering = {}): Plan =>
  planOf(seed, { ...steering, database: 'sqlite', hasFiles: false, isCourse: false, hasGuards: true })
