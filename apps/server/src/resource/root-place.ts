import type { ExamPlace } from '../assessment/form-run/index.ts'

/** Where an organisation's own files stand, beside those of its exams: no exam has such a guid. */
export const rootPlaceOf = (orgId: number): ExamPlace => ({ org_id: orgId, exam_guid: 'ROOT', version: 0 })
