export { type Grading, gradeOf } from './grade.ts'
export { markAgain, markFormRun, marksOf } from './mark-form-run.ts'
export { isReleased, releasePolicyOf } from './release.ts'
