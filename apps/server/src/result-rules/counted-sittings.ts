import type { FormRunTable } from '../db/schema.ts'

/** A sitting as far as its marks go. */
export type MarkedSitting = Pick<FormRunTable, 'exam_guid' | 'form_run_guid' | 'org_id' | 'schedule_guid' | 'version'>

/** A sitting from which somebody's result comes. */
export type CountedSitting = MarkedSitting & Pick<FormRunTable, 'user_guid'>
