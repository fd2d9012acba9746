import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { storedCourse } from '../entities/stored-course.ts'

/**
 * The data that a device needs to continue a SCORM course without the server, after it has loaded the package. Opens nothing.
 */
export const courseKeep = defineCall({
  name: 'courseKeep',
  summary: 'Get the data to continue a course offline',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'lms/api/course/keep/:courseGuid',
  access: 'signed-in',
  params: z.object({ courseGuid: guid }),
  reply: storedCourse,
  refusals: ['NOT_FOUND'],
})
