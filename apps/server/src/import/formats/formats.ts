import { aiken } from './aiken/format.ts'
import { cmi5 } from './cmi5/format.ts'
import type { CourseFormat, ExamFormat, Format } from './format.ts'
import { gift } from './gift/format.ts'
import { moodle } from './moodle/format.ts'
import { native } from './native/format.ts'
import { qti } from './qti/format.ts'
import { qti1 } from './qti1/format.ts'
import { scorm } from './scorm/format.ts'
import { spreadsheet } from './spreadsheet/format.ts'

/** Every format that is imported. The first that takes a package for its own reads it: one that is SCORM and cmi5 is taken as SCORM. */
const formats: readonly Format[] = [native, qti1, qti, moodle, aiken, gift, spreadsheet, scorm, cmi5]

export const examFormats: readonly ExamFormat[] = formats.filter((one) => one.of === 'exam')
export const courseFormats: readonly CourseFormat[] = formats.filter((one) => one.of === 'course')

export const rootFilesOf = (some: readonly Format[]): readonly string[] => some.flatMap(({ rootFiles }) => rootFiles)
