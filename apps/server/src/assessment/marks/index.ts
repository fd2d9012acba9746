export { type Grading, gradeOf, percentOf } from './grade.ts'
export { markAgain, markFormRun, marksOf } from './mark-form-run.ts'
