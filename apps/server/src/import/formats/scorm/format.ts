import type { CourseFormat } from '../format.ts'
import { isScorm, manifestFile } from './detect.ts'
import { readScorm } from './read.ts'

/** SCORM 1.2 and 2004. */
export const scorm: CourseFormat = { of: 'course', rootFiles: [manifestFile], detect: isScorm, read: readScorm }
