import type { CourseFormat } from '../format.ts'
import { structureName } from './described.ts'
import { isCmi5 } from './detect.ts'
import { readCmi5 } from './read.ts'

export const cmi5: CourseFormat = { of: 'course', rootFiles: [structureName], detect: isCmi5, read: readCmi5 }
